import type { MediaFileRow } from '@carillon/database'
import type { PostBody, PublishPlatform, StagedFile } from '@carillon/domain'
import { ServiceError } from '@carillon/errors'
import type { MediaFile } from '@carillon/media'
import type { Context } from '../../context.ts'
import { uploadAt } from '../../uploads/use-upload.ts'
import { inspectItem } from '../media/inspect-item.ts'
import { type MediaItem, mapMediaItems } from '../media/media-items.ts'

/**
 * Where the bytes of a stored item are: still at a URL, in the media store as received, or ready for the network. Type
 * and size describe the file after it was deleted; rows from before they were recorded lack them.
 */
export type StoredSource = { url: string } | { mediaId: string; ready: boolean; contentType?: string; bytes?: number }

/** Whether a part of a stored payload is the source of a media item. */
export function isStoredSource(value: unknown): value is StoredSource {
  return typeof value === 'object' && value !== null && ('mediaId' in value || 'url' in value)
}

export interface StoredPost {
  payload: Record<string, unknown>
  files: MediaFile[]
}

/** The row of a file that belongs to a publish. */
export function mediaFileRow(
  file: MediaFile,
  owner: { organizationId: string; writeId: string; now: Date },
): MediaFileRow {
  return {
    id: file.id,
    organizationId: owner.organizationId,
    writeId: owner.writeId,
    contentType: file.contentType,
    bytes: file.bytes,
    sha256: file.sha256,
    width: file.width,
    height: file.height,
    durationSeconds: file.durationSeconds,
    createdAt: owner.now,
  }
}

/** The source of an item whose file is in the media store. */
export function sourceOf({ id, contentType, bytes }: MediaFile, ready: boolean): StoredSource {
  return { mediaId: id, ready, contentType, bytes }
}

/** Whether a value in a stored payload refers to a file in the media store. */
export function isStaged(value: unknown): value is StagedFile {
  return typeof value === 'object' && value !== null && 'sha256' in value
}

/** The file of a post, which its publish will own. An upload keeps its file, because other posts may use it. */
async function ownFile({ media }: Context, staged: StagedFile): Promise<StagedFile> {
  const { origin } = staged
  if (origin === undefined) return staged
  const id = 'uploadId' in origin ? await media.copy(staged.id) : null
  if (id === null) throw new ServiceError('upload_not_found')
  const { bytes, encodedLength, validBase64, sha256, sniffed } = staged
  return { id, bytes, encodedLength, validBase64, sha256, sniffed }
}

/** Converts a post body for storing: media are checked and referenced by id, URLs are left for the worker to fetch. */
export async function toStoredPost(
  context: Context,
  { platform, organizationId }: { platform: PublishPlatform; organizationId: string },
  body: PostBody,
): Promise<StoredPost> {
  const files: MediaFile[] = []
  const copies: string[] = []
  const convert = async (item: MediaItem) => {
    const { base64, url, content_type, contentType, ...rest } = item.value
    const staged = isStaged(base64) ? base64 : await uploadAt(context, url, { organizationId, announced: false })
    if (staged === null) return { ...rest, source: { url } }
    const own = await ownFile(context, staged)
    if (own !== staged) copies.push(own.id)
    const declared = content_type ?? contentType
    const options = { platform, item, file: own, ...(declared !== undefined && { declared: String(declared) }) }
    const { file, rule } = await inspectItem(context, options)
    files.push(file)
    return { ...rest, source: sourceOf(file, rule.delivery === undefined) }
  }
  try {
    return { payload: await mapMediaItems(platform, { ...body }, convert), files }
  } catch (error) {
    await Promise.allSettled(copies.map((id) => context.media.remove(id)))
    throw error
  }
}
