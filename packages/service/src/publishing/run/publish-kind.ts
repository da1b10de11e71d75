import { type PublishPlatform, supports } from '@carillon/domain'
import type { PreparedPost, Published, PublishPort } from '@carillon/providers'
import type { WriteKind } from '../../journal/write-kind.ts'
import { preparedPost } from '../body/prepared-post.ts'
import { publishPlatform } from '../body/publish-platform.ts'
import { mediaSources } from './media-source.ts'
import { nameRepeated } from './name-repeated.ts'
import { hasMedia, hasMediaToFetch, prepareMedia } from './prepare-media.ts'
import { publishEvents } from './publish-events.ts'

type Post = PreparedPost<PublishPlatform>

/** The external write that publishes a post. */
export const publishKind: WriteKind<Record<string, unknown>, Post, Published> = {
  name: 'publish',
  words: { thing: 'post', done: 'published' },
  budget: 'publishesPerDay',
  whenAbsent: 'resend',
  deletedBy: 'post.delete',
  unsentSeconds: null,
  async port({ registry }, platform) {
    if (!supports('posts.publish', platform)) return undefined
    const { publish }: { publish: PublishPort<PublishPlatform> } = await registry.adapter(platform)
    return publish
  },
  input: (run, payload) => preparedPost(publishPlatform(run.row), payload, mediaSources(run)),
  isLight: (payload) => !hasMedia(payload),
  hasToFetch: hasMediaToFetch,
  prepare: prepareMedia,
  explain: nameRepeated,
  events: publishEvents,
  providerIds: ({ postIds }) => postIds,
  resolved: (_postId, { providerIds }) => ({ postIds: providerIds, permalink: null }),
}
