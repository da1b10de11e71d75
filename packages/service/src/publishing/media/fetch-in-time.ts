import type { PublishPlatform, StagedFile } from '@carillon/domain'
import { itemError } from '@carillon/media'
import type { Context } from '../../context.ts'
import type { Grant } from '../../request.ts'
import { type Admission, admitUpload } from '../../staging.ts'
import { fetchItem } from './fetch-item.ts'
import type { MediaItem } from './media-items.ts'

/** The minimum time for fetching a file from a host; with less time left, it is not fetched. */
const minFetchMs = 100

/** Fetches media of one request, within the time for which its client waits. */
export interface RequestFetcher {
  /** Fetches an item from its URL. The error says which host did not respond in what was left of the time. */
  load(this: void, item: MediaItem): Promise<StagedFile>
  /** Returns the upload slot. */
  release(): void
}

/** A fetcher for a request. It takes an upload slot with the first item, so that slow hosts occupy no more than uploads. */
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
      throw itemError({ code: 'invalid_media', item: item.label }, [fault])
    },
    release: () => slot?.release(),
  }
}
