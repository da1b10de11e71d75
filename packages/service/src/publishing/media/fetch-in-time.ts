import type { PublishPlatform, StagedFile } from '@carillon/domain'
import { itemError } from '@carillon/media'
import type { Context } from '../../context.ts'
import type { Grant } from '../../request.ts'
import { type Admission, admitUpload } from '../../uploads/admit-upload.ts'
import { fetchItem, mediaCodeOf } from './fetch-item.ts'
import type { MediaItem } from './media-items.ts'

/** The minimum time in ms left for downloading a file; with less, it is not downloaded. */
const minFetchMs = 100

/** A fetcher that downloads the media of one request while its client waits. */
export interface RequestFetcher {
  /**
   * Downloads an item from its URL within the time that is left.
   * @throws ServiceError with the media code of the field if the download fails or no time is left (the message names a
   *   host that did not respond in time); `rate_limited` if no upload slot is free; the other errors of `fetchItem`
   */
  load(this: void, item: MediaItem): Promise<StagedFile>
  /** Releases the upload slot, if a download has taken one. */
  release(): void
}

/**
 * Creates the downloader for the media of a request whose client waits. Its first download takes one of the slots that
 * limit how many uploads run at once, because a slow host takes as long as an upload; it fails with `rate_limited` if
 * no slot is free. All downloads together may take `PUBLISH_WAIT_MS` plus `READ_DEADLINE_MS`, counted from this call; a
 * download for which no time is left fails with the media code of its field. Call `release` at the end.
 */
export function requestFetcher(
  context: Context,
  { grant, platform, signal }: { grant: Grant; platform: PublishPlatform; signal: AbortSignal },
): RequestFetcher {
  const { publishWaitMs, readDeadlineMs } = context.config.gateway
  const until = performance.now() + publishWaitMs + readDeadlineMs
  let slot: Admission | null = null
  return {
    async load(item) {
      slot ??= await admitUpload(context, grant, { announcedBytes: 0 })
      const maxMs = Math.floor(until - performance.now())
      if (maxMs >= minFetchMs)
        return fetchItem(context, { platform, item, url: String(item.value['url']), signal, maxMs })
      const fault =
        'was not fetched: the media before it took all the time of this request; use faster hosts or fewer media'
      throw itemError({ code: mediaCodeOf(platform, item), item: item.label }, [fault])
    },
    release: () => slot?.release(),
  }
}
