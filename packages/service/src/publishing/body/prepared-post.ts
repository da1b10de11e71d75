import type { PublishPlatform } from '@carillon/domain'
import type { MediaSource, PreparedPost } from '@carillon/providers'
import { mapMediaItems } from '../media/media-items.ts'

/**
 * Converts a stored post body to the input of the adapter's publish functions: each media item gets the source that
 * `sourceFor` returns for its stored source.
 */
export async function preparedPost(
  platform: PublishPlatform,
  payload: Record<string, unknown>,
  sourceFor: (source: unknown) => Promise<MediaSource> | MediaSource,
): Promise<PreparedPost<PublishPlatform>> {
  const post = await mapMediaItems(platform, payload, async ({ value }) => ({
    ...value,
    source: await sourceFor(value['source']),
  }))
  return post as PreparedPost<PublishPlatform>
}
