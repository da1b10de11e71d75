import { lazily } from '../lazily.ts'
import type { ConnectPort } from '../ports/connect.ts'
import type { DeletePostPort, PostsPort } from '../ports/posts.ts'
import type { PublishPort } from '../ports/publish.ts'
import { begin, type State, settling } from './publish-state.ts'

// The protocol's libraries take half a second and a hundred megabytes to load.

const methods = ['authorize', 'complete', 'refresh', 'revoke', 'documents'] as const

export const blueskyConnect = lazily(
  async () => (await import('./connect.ts')).blueskyConnect,
  methods,
) satisfies ConnectPort

export const blueskyPublish: PublishPort<'bluesky', State> = {
  settling,
  begin,
  ...lazily(async () => (await import('./publish.ts')).blueskyPublish, ['advance', 'commit', 'reconcile']),
}

export const blueskyPosts: PostsPort = lazily(async () => (await import('./posts.ts')).blueskyPosts, ['list'])

export const blueskyDeletePost: DeletePostPort = lazily(
  async () => (await import('./delete-post.ts')).blueskyDeletePost,
  ['delete'],
)
