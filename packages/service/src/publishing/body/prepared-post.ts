import type { PublishPlatform } from '@carillon/domain'
import type { MediaSource, PreparedPost } from '@carillon/providers'
import { mapMediaItems } from '../media/media-items.ts'

/** A stored post in the form that its port takes: the validated body with a source for each media item. */
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
