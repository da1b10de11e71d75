import { fetchLimits, mediaRules, type PublishPlatform } from '@carillon/domain'
import { type ErrorCode, ServiceError } from '@carillon/errors'
import { fetchMedia } from '@carillon/media'
import { findOutboundError } from '@carillon/outbound'
import type { Context } from '../../context.ts'
import { uploadIdIn } from '../../uploads/use-upload.ts'
import type { MediaItem } from './media-items.ts'

/** Returns the media code of an item's field, such as `invalid_image`. */
export function mediaCodeOf(platform: PublishPlatform, { field }: MediaItem): ErrorCode {
  return mediaRules[platform].find((rule) => rule.field === field)?.code ?? 'invalid_media'
}

interface FetchOptions {
  platform: PublishPlatform
  item: MediaItem
  url: string
  signal: AbortSignal
  /** The maximum duration in ms, if it is shorter than the limit of the field. */
  maxMs?: number
}

/**
 * Returns the error to report for a failed call to a client's URL: `upload_not_found` if the host is in a private
 * network and the URL has the form of an upload's, as it then names an upload that does not exist, under another host
 * name of the gateway; otherwise `thrown`.
 */
function failureOf(url: string, thrown: unknown): unknown {
  const isPrivate = findOutboundError(thrown)?.kind === 'rejected_address'
  const isUpload = isPrivate && uploadIdIn(url) !== undefined
  return isUpload ? new ServiceError('upload_not_found', undefined, { cause: thrown }) : thrown
}

/**
 * Downloads a media item from a client's URL into the media store, within the limits of size and time of its field, and
 * returns the stored file.
 * @throws ServiceError with the media code of the field, such as `invalid_image`, if the download fails or exceeds a
 *   limit; `upload_not_found` if the URL leads to a private network and has the form of an upload's;
 *   `temporarily_unavailable` or `database_error` if this machine cannot open a connection or store the file; the
 *   reason of `signal`
 */
export function fetchItem(context: Context, options: FetchOptions) {
  const { platform, item, url, signal } = options
  const rules = mediaRules[platform].filter(({ field }) => field === item.field)
  const limits = (type: string | null) => {
    const { maxMs, ...others } = fetchLimits(rules, type)
    return { ...others, maxMs: Math.min(maxMs, options.maxMs ?? maxMs) }
  }
  const { maxBytes, maxMs } = limits(null)
  return fetchMedia({
    url,
    fetch: (address, options) =>
      context.outbound
        .guarded({
          network: platform,
          operation: 'media.fetch',
          url: address,
          signal: options.signal,
          timeoutMs: maxMs,
          maxBytes: maxBytes + 1,
        })
        .catch((error: unknown) => Promise.reject(failureOf(url, error))),
    store: context.media,
    maxBytes,
    limits,
    signal,
    code: mediaCodeOf(platform, item),
    item: item.label,
  })
}
