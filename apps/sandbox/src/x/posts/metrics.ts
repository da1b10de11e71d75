import type { View, Vocabulary } from '../api/vocabulary.ts'
import type { Backend } from '../backend.ts'
import type { Post } from '../state.ts'

const PRIVATE_FOR_MS = 30 * 24 * 60 * 60_000
const VIEWS_PER_LIKE = 40

function counts({ state }: Backend, post: Post) {
  const replies = [...state.posts.values()].filter(({ inReplyToPostId }) => inReplyToPostId === post.id).length
  const likes = post.likedBy.size
  return { replies, likes, views: VIEWS_PER_LIKE * likes + 10 * replies }
}

/**
 * Returns the `public_metrics` of a post. Reposts are called `repost_count` in the naming scheme `post`, and
 * `retweet_count` in `tweet`.
 */
export function postMetrics(backend: Backend, post: Post, vocabulary: Vocabulary): Record<string, number> {
  const { replies, likes, views } = counts(backend, post)
  return {
    [vocabulary === 'post' ? 'repost_count' : 'retweet_count']: 0,
    reply_count: replies,
    like_count: likes,
    quote_count: 0,
    bookmark_count: 0,
    impression_count: views,
  }
}

/**
 * Returns whether a reader sees a post's private metrics: only the author does, until 30 days after its creation.
 * `reader` is the id of the calling user, null for an app-only token.
 */
export function seesPrivate({ now }: Backend, post: Post, reader: string | null): boolean {
  return reader === post.accountId && now() - post.createdAt <= PRIVATE_FOR_MS
}

/**
 * Returns the `non_public_metrics` or `organic_metrics` of a post, as `field` says; undefined for readers without
 * access to them. `reader` is the id of the calling user, null for an app-only token; `view` has the naming scheme.
 */
export function privateMetrics(
  backend: Backend,
  post: Post,
  { field, reader, view }: { field: string; reader: string | null; view: View },
): Record<string, number> | undefined {
  if (!seesPrivate(backend, post, reader)) return undefined
  const { replies, likes, views } = counts(backend, post)
  const own = { impression_count: views, url_link_clicks: 0, user_profile_clicks: 0 }
  if (field === 'non_public_metrics') return own
  const reposts = view.vocabulary === 'post' ? 'repost_count' : 'retweet_count'
  return { ...own, like_count: likes, reply_count: replies, [reposts]: 0 }
}
