import type { MediaFileRow } from '@carillon/database'
import type { PostBody, PublishPlatform, StagedFile } from '@carillon/domain'
import { ServiceError } from '@carillon/errors'
import type { MediaFile } from '@carillon/media'
import type { Context } from '../../context.ts'
import { copyInTurn } from '../../uploads/copy-in-turn.ts'
import { removeFiles } from '../../uploads/remove-files.ts'
import { uploadAt } from '../../uploads/use-upload.ts'
import { deliverItem } from '../media/deliver-item.ts'
import { inspectItem } from '../media/inspect-item.ts'
import { type MediaItem, mapMediaItems } from '../media/media-items.ts'

/**
 * The location of a stored media item's file: still at a client's URL, or in the media store, either as received or
 * `ready` to be sent to the network. `contentType` and `bytes` are kept after the file is deleted; old rows lack them.
 */
export type StoredSource = { url: string } | { mediaId: string; ready: boolean; contentType?: string; bytes?: number }

/**
 * Returns whether the value at `source` of a media item in a stored payload says where the file is: at a `url`, or in
 * the media store under `mediaId`. Nothing else is checked: any object with one of these fields counts.
 */
export function isStoredSource(value: unknown): value is StoredSource {
  return typeof value === 'object' && value !== null && ('mediaId' in value || 'url' in value)
}

export interface StoredPost {
  payload: Record<string, unknown>
  /** The files in the media store to which the payload refers. */
  files: MediaFile[]
  /** The ids of files in the media store that were converted to one of `files` and are no longer needed. */
  replaced: string[]
}

interface StoringPost {
  platform: PublishPlatform
  organizationId: string
  /**
   * Downloads media from their URLs; images are then converted at once, too. Without it, the worker does both later.
   */
  fetch?: (item: MediaItem) => Promise<StagedFile>
}

/** Builds the database row of a file of a publish, or of a schedule (`writeId` is then null). Stores nothing. */
export function mediaFileRow(
  file: MediaFile,
  owner: { organizationId: string; writeId: string | null; now: Date },
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

/**
 * Builds the stored source of a media item whose file is in the media store.
 * @param ready whether the file can be sent to the network without conversion
 */
export function sourceOf({ id, contentType, bytes }: MediaFile, ready: boolean): StoredSource {
  return { mediaId: id, ready, contentType, bytes }
}

/**
 * Returns whether a value of a received post body is a file, and not JSON of the client: any object with `sha256`
 * counts. The media store need not have the file, as `StagedFile` describes.
 */
export function isStaged(value: unknown): value is StagedFile {
  return typeof value === 'object' && value !== null && 'sha256' in value
}

/**
 * Returns the file that the publish will own: `staged` itself, or a copy of the file of an upload, because other posts
 * may use the upload.
 * @throws ServiceError `upload_not_found` if the file of the upload no longer exists
 */
async function ownFile(context: Context, staged: StagedFile, organizationId: string): Promise<StagedFile> {
  const { origin } = staged
  if (origin === undefined) return staged
  const id = 'uploadId' in origin ? await copyInTurn(context, { id: staged.id, organizationId }) : null
  if (id === null) throw new ServiceError('upload_not_found')
  const { bytes, encodedLength, validBase64, sha256, sniffed } = staged
  return { id, bytes, encodedLength, validBase64, sha256, sniffed }
}

/**
 * Returns the key of an item's file: items of a post with the same key share one file, as the same rules decide about
 * the same bytes.
 * @param declared the type that the item names for its file
 */
export function sharedFileKey({ field }: MediaItem, { sha256 }: StagedFile, declared: unknown): string {
  return JSON.stringify([field, sha256, declared])
}

/**
 * Converts a post body to the payload that is stored: its media files are checked against the platform's rules and
 * referenced by id. Items of a field whose files have the same bytes and declared type share one file. Media at URLs
 * are left for the worker to download, unless `fetch` is given. Stores no rows. Files that it adds to the media store
 * are deleted if it fails.
 * @throws ServiceError for media that the platform does not accept, `upload_not_found` or `upload_incomplete` for an
 *   upload to which a media item refers, and errors of `fetch`
 */
export async function toStoredPost(
  context: Context,
  { platform, organizationId, fetch }: StoringPost,
  body: PostBody,
): Promise<StoredPost> {
  const files: MediaFile[] = []
  const replaced: string[] = []
  const added: string[] = []
  const sources = new Map<string, StoredSource>()
  const convert = async (item: MediaItem) => {
    const { base64, url, content_type, contentType, ...rest } = item.value
    const sent = isStaged(base64) ? base64 : await uploadAt(context, url, { organizationId, announced: false })
    const staged = sent ?? (await fetch?.(item))
    if (staged === undefined) return { ...rest, source: { url } }
    const declared = content_type ?? contentType
    const key = sharedFileKey(item, staged, declared)
    const same = sources.get(key)
    if (same !== undefined) {
      // Nothing else refers to a file that was downloaded.
      if (staged !== sent) await removeFiles(context, [staged.id])
      return { ...rest, source: same }
    }
    const own = await ownFile(context, staged, organizationId)
    if (own !== sent) added.push(own.id)
    const options = {
      platform,
      item,
      file: own,
      owner: organizationId,
      ...(declared !== undefined && { declared: String(declared) }),
    }
    const inspected = await inspectItem(context, options)
    const file = fetch ? await deliverItem(context, item, inspected) : inspected.file
    if (file.id !== inspected.file.id) {
      added.push(file.id)
      replaced.push(inspected.file.id)
    }
    files.push(file)
    const source = sourceOf(file, fetch !== undefined || inspected.rule.delivery === undefined)
    sources.set(key, source)
    return { ...rest, source }
  }
  try {
    return { payload: await mapMediaItems(platform, { ...body }, convert), files, replaced }
  } catch (error) {
    await Promise.allSettled(added.map((id) => context.media.remove(id)))
    throw error
  }
}
