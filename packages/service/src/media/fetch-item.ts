import { fetchLimits, mediaRules, type PublishPlatform } from '@carillon/domain'
import { fetchMedia } from '@carillon/media'
import type { Context } from '../context.ts'
import type { MediaItem } from '../posts/media-items.ts'

interface FetchOptions {
  platform: PublishPlatform
  item: MediaItem
  url: string
  signal: AbortSignal
}

/** Fetches a media item from a client's URL into the store, within the limits of its field. */
export function fetchItem(context: Context, { platform, item, url, signal }: FetchOptions) {
  const rules = mediaRules[platform].filter(({ field }) => field === item.field)
  const { maxBytes, maxMs } = fetchLimits(rules, null)
  return fetchMedia({
    url,
    fetch: (address, options) =>
      context.outbound.guarded({
        network: platform,
        operation: 'media.fetch',
        url: address,
        signal: options.signal,
        timeoutMs: maxMs,
        maxBytes: maxBytes + 1,
      }),
    store: context.media,
    maxBytes,
    limits: (type) => fetchLimits(rules, type),
    signal,
    code: rules[0]?.code ?? 'invalid_media',
    item: item.label,
  })
}
