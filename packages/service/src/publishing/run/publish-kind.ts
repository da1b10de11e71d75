import { type PublishPlatform, supports } from '@carillon/domain'
import type { PreparedPost, Published, PublishPort } from '@carillon/providers'
import type { WriteKind } from '../../journal/write-kind.ts'
import { publishPlatform } from '../body/publish-platform.ts'
import { mapMediaItems } from '../media/media-items.ts'
import { mediaSource } from './media-source.ts'
import { nameRepeated } from './name-repeated.ts'
import { hasMediaToFetch, prepareMedia } from './prepare-media.ts'
import { publishEvents } from './publish-events.ts'

type Post = PreparedPost<PublishPlatform>

/** The publish of a post. */
export const publishKind: WriteKind<Record<string, unknown>, Post, Published> = {
  name: 'publish',
  words: { thing: 'post', done: 'published' },
  budget: 'publishesPerDay',
  whenAbsent: 'resend',
  unsentSeconds: null,
  async port({ registry }, platform) {
    if (!supports('posts.publish', platform)) return undefined
    const { publish }: { publish: PublishPort<PublishPlatform> } = await registry.adapter(platform)
    return publish
  },
  async input(run, payload) {
    const post = await mapMediaItems(publishPlatform(run.row), payload, async ({ value }) => ({
      ...value,
      source: await mediaSource(run, value['source']),
    }))
    // The payload is the validated body with its media items replaced.
    return post as Post
  },
  hasToFetch: hasMediaToFetch,
  prepare: prepareMedia,
  explain: nameRepeated,
  events: publishEvents,
  providerIds: ({ postIds }) => postIds,
  resolved: (postId) => ({ postIds: [postId], permalink: null }),
}
