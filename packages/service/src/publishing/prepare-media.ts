import { findMediaFile, insertMediaFiles } from '@carillon/database'
import { mediaRules } from '@carillon/domain'
import { deliverImage, fetchMedia, type MediaFile } from '@carillon/media'
import { type Inspected, inspectItem } from '../media/inspect-item.ts'
import { type FrozenSource, mediaFileRow } from '../posts/frozen-post.ts'
import { type MediaItem, mapMediaItems } from '../posts/media-items.ts'
import { gettingOn, move, type Run, type Turn } from './run.ts'

/** Bytes of a file that is fetched from an address, where the network itself states no limit. */
const largestFetch = 1024 ** 3

function isReady(source: FrozenSource): boolean {
  return 'mediaId' in source && source.ready
}

/** Whether some item is still at an address or not yet as the network takes it. */
export function needsPreparing({ row }: Run): boolean {
  return !allReady(row.payload)
}

function allReady(value: unknown): boolean {
  if (Array.isArray(value)) return value.every(allReady)
  if (typeof value !== 'object' || value === null) return true
  if ('source' in value) return isReady(value.source as FrozenSource)
  return Object.values(value).every(allReady)
}

/** Fetches what is at an address and makes every image into what the network takes; the row then names the results. */
export async function prepareTurn(run: Run): Promise<Turn> {
  const { context, row } = run
  const made: MediaFile[] = []
  const payload = await mapMediaItems(row.platform, row.payload, async (item) => {
    const source = item.value['source'] as FrozenSource
    if (isReady(source)) return item.value
    const ready = await deliver(run, item, await inspected(run, item, source))
    made.push(ready)
    return { ...item.value, source: { mediaId: ready.id, ready: true } }
  })
  const owner = { organizationId: row.organization_id, publicationId: row.id, now: context.now() }
  await move(run, { payload: JSON.stringify(payload), ...gettingOn }, async (tx) => {
    const rows = made.map((file) => mediaFileRow(file, owner))
    const known = await Promise.all(rows.map(({ id }) => findMediaFile(tx, id)))
    await insertMediaFiles(
      tx,
      rows.filter((_, index) => known[index] === undefined),
    )
  })
  await context.checkpoint('media.prepared')
  return 'next'
}

/** The item's file with its rule: fetched now, or looked into again, since only what fits the rule may go on. */
async function inspected(run: Run, item: MediaItem, source: FrozenSource): Promise<Inspected> {
  const { context, row } = run
  const { platform } = row
  if ('mediaId' in source) {
    const file = await findMediaFile(context.db, source.mediaId)
    if (!file) throw new Error('a media item of a publication has no file')
    const staged = { ...file, encodedLength: 0, validBase64: true, sniffed: file.content_type }
    return inspectItem(context, { platform, item, file: staged })
  }
  const [rule] = mediaRules[platform].filter(({ field }) => field === item.field)
  const file = await fetchMedia({
    url: source.url,
    fetch: (url, { signal }) =>
      context.outbound.guarded({
        network: platform,
        operation: 'media.fetch',
        url,
        signal,
        timeoutMs: 10 * 60_000,
        maxBytes: largestFetch + 1,
      }),
    store: context.media,
    maxBytes: largestFetch,
    signal: run.signal,
    code: rule?.code ?? 'invalid_media',
    item: item.label,
  })
  try {
    return await inspectItem(context, { platform, item, file })
  } catch (error) {
    await context.media.remove(file.id)
    throw error
  }
}

async function deliver({ context }: Run, item: MediaItem, { file, rule }: Inspected): Promise<MediaFile> {
  if (!rule.delivery) return file
  return deliverImage(context.media, file, { ...rule.delivery, code: rule.code, item: item.label })
}
