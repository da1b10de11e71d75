import type { MediaFileRow } from '@carillon/database'
import type { PostBody, PublishPlatform, StagedFile } from '@carillon/domain'
import { ServiceError } from '@carillon/errors'
import type { MediaFile } from '@carillon/media'
import type { Context } from '../../context.ts'
import { uploadAt } from '../../uploads/use-upload.ts'
import { deliverItem } from '../media/deliver-item.ts'
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
  /** Ids of files that were converted to one of `files` and are not needed any more. */
  replaced: string[]
}

interface StoringPost {
  platform: PublishPlatform
  organizationId: string
  /** Fetches media that are at URLs, and has images converted as well; without it both are left to the worker. */
  fetch?: (item: MediaItem) => Promise<StagedFile>
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

/**
 * Converts a post body for storing: media are checked and referenced by id. URLs are left for the worker to fetch, unless
 * they are fetched now.
 */
export async function toStoredPost(
  context: Context,
  { platform, organizationId, fetch }: StoringPost,
  body: PostBody,
): Promise<StoredPost> {
  const files: MediaFile[] = []
  const replaced: string[] = []
  const added: string[] = []
  const convert = async (item: MediaItem) => {
    const { base64, url, content_type, contentType, ...rest } = item.value
    const sent = isStaged(base64) ? base64 : await uploadAt(context, url, { organizationId, announced: false })
    const staged = sent ?? (await fetch?.(item))
    if (staged === undefined) return { ...rest, source: { url } }
    const own = await ownFile(context, staged)
    if (own !== sent) added.push(own.id)
    const declared = content_type ?? contentType
    const options = { platform, item, file: own, ...(declared !== undefined && { declared: String(declared) }) }
    const inspected = await inspectItem(context, options)
    const file = fetch ? await deliverItem(context, item, inspected) : inspected.file
    if (file.id !== inspected.file.id) {
      added.push(file.id)
      replaced.push(inspected.file.id)
    }
    files.push(file)
    return { ...rest, source: sourceOf(file, fetch !== undefined || inspected.rule.delivery === undefined) }
  }
  try {
    return { payload: await mapMediaItems(platform, { ...body }, convert), files, replaced }
  } catch (error) {
    await Promise.allSettled(added.map((id) => context.media.remove(id)))
    throw error
  }
}
