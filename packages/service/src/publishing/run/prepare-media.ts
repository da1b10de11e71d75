import { findMediaFile, insertMediaFiles } from '@carillon/database'
import type { StagedFile } from '@carillon/domain'
import { ServiceError } from '@carillon/errors'
import type { MediaFile } from '@carillon/media'
import { change, progressed } from '../../journal/transition.ts'
import type { Progress, Run } from '../../journal/write-kind.ts'
import { removeFiles } from '../../uploads/remove-files.ts'
import { publishPlatform } from '../body/publish-platform.ts'
import { isStoredSource, mediaFileRow, type StoredSource, sourceOf } from '../body/stored-post.ts'
import { deliverItem } from '../media/deliver-item.ts'
import { fetchItem } from '../media/fetch-item.ts'
import { inspectItem } from '../media/inspect-item.ts'
import { type MediaItem, mapMediaItems } from '../media/media-items.ts'
import { requireSpace } from '../media/publish-space.ts'

function isReady(source: StoredSource): boolean {
  return 'mediaId' in source && source.ready
}

function everySource(value: unknown, holds: (source: StoredSource) => boolean): boolean {
  if (Array.isArray(value)) return value.every((part) => everySource(part, holds))
  if (typeof value !== 'object' || value === null) return true
  if ('source' in value && isStoredSource(value.source)) return holds(value.source)
  return Object.values(value).every((part) => everySource(part, holds))
}

/** Returns whether a stored post has media. */
export function hasMedia(payload: Record<string, unknown>): boolean {
  return !everySource(payload, () => false)
}

/** Returns whether a stored post has media that have not been downloaded yet. */
export function hasMediaToFetch(payload: Record<string, unknown>): boolean {
  return !everySource(payload, (source) => 'mediaId' in source)
}

/**
 * Downloads the media of a publish from their URLs, converts images for the network, and stores the results in the row
 * of the publish. Returns null, without doing anything, if all media are ready. If the process is shutting down, the
 * next process that claims the publish continues.
 * @throws ServiceError `upload_quota_exceeded` if the organization has no space for files to download; another one if a
 *   file cannot be downloaded or the platform does not accept it
 */
export function prepareMedia(run: Run): Promise<Progress> | null {
  return everySource(run.row.payload, isReady) ? null : prepare(run)
}

async function prepare(run: Run): Promise<Progress> {
  const { context, row, signal } = run
  if (hasMediaToFetch(row.payload)) await requireSpace(context, row.organizationId, { bytes: 0, toFetch: true })
  const added = new Set<string>()
  const done = await prepared(run, added).catch(async (error: unknown) => {
    await removeFiles(context, added)
    if (signal.aborted && !(error instanceof ServiceError)) return null
    throw error
  })
  if (done === null) return 'continue'
  const { payload, ready } = done
  const owner = { organizationId: row.organizationId, writeId: row.id, now: context.now() }
  const rows = ready.filter(({ id }) => added.has(id)).map((file) => mediaFileRow(file, owner))
  const changes = { payload: JSON.stringify(payload), ...progressed }
  await change(run, changes, { rows: (tx) => insertMediaFiles(tx, rows) })
  for (const { id } of rows) added.delete(id)
  await removeFiles(context, added)
  await context.checkpoint('media.prepared')
  return 'continue'
}

/**
 * Returns the payload with all items ready, and its new files. Items of a field whose files have the same bytes share
 * one. Ids of files that were stored are added to `added`.
 */
async function prepared(run: Run, added: Set<string>) {
  const { context } = run
  const platform = publishPlatform(run.row)
  const ready: MediaFile[] = []
  const sources = new Map<string, StoredSource>()
  const payload = await mapMediaItems(platform, run.row.payload, async (item) => {
    const { source } = item.value
    if (!isStoredSource(source)) throw new Error('a media item of a publish has no source')
    if (isReady(source)) return item.value
    const received = await receivedFile(run, item, { source, added })
    const key = JSON.stringify([item.field, received.sha256])
    const same = sources.get(key)
    if (same !== undefined) {
      if (added.delete(received.id)) await removeFiles(context, [received.id])
      return { ...item.value, source: same }
    }
    const inspected = await inspectItem(context, { platform, item, file: received, owner: run.row.organizationId })
    const file = await deliverItem(context, item, inspected)
    if (file.id !== received.id) added.add(file.id)
    ready.push(file)
    const shared = sourceOf(file, true)
    sources.set(key, shared)
    return { ...item.value, source: shared }
  })
  return { payload, ready }
}

/**
 * Returns the file of an item as it was received, to be inspected, because only files that match the rule may be sent:
 * downloaded now (its id is then added to `added`), or the stored one.
 * @throws ServiceError if the file cannot be downloaded
 */
async function receivedFile(
  run: Run,
  item: MediaItem,
  { source, added }: { source: StoredSource; added: Set<string> },
): Promise<StagedFile> {
  const { context, signal } = run
  if ('mediaId' in source) {
    const file = await findMediaFile(context.db, source.mediaId)
    if (!file) throw new Error('a media item of a publish has no file')
    return { ...file, encodedLength: 0, validBase64: true, sniffed: file.contentType }
  }
  const file = await fetchItem(context, { platform: publishPlatform(run.row), item, url: source.url, signal })
  added.add(file.id)
  return file
}
