import { renderUser } from '../api/render-user.ts'
import type { View } from '../api/vocabulary.ts'
import type { Backend } from '../backend.ts'
import { renderMedia } from '../media/render-media.ts'
import { accountById, type Post } from '../state.ts'
import { fieldUnauthorized } from '../wire/problem.ts'
import { seesPrivate } from './metrics.ts'
import { renderPost } from './render-post.ts'

const PRIVATE_FIELDS = ['non_public_metrics', 'organic_metrics', 'promoted_metrics']

function distinct<T>(items: (T | undefined)[]): T[] {
  return [...new Set(items)].filter((item) => item !== undefined)
}

function includes(backend: Backend, posts: Post[], view: View, reader: string | null): Record<string, unknown> {
  const { state } = backend
  const { expansions } = view
  const parents = distinct(posts.map(({ inReplyToPostId }) => state.posts.get(inReplyToPostId ?? '')))
  const asked = (...names: string[]) => names.some((name) => expansions.has(name))
  const media = asked('attachments.media_keys') ? distinct(posts.flatMap((post) => post.media)) : []
  const people = distinct([
    ...(asked('author_id') ? posts.map(({ accountId }) => accountById(state, accountId)) : []),
    ...(asked('in_reply_to_user_id') ? parents.map(({ accountId }) => accountById(state, accountId)) : []),
  ])
  const referenced = asked('referenced_tweets.id', 'referenced_posts') ? parents : []
  const parts = {
    media: media.map((upload) => renderMedia(upload, view)),
    users: people.map((account) => renderUser(backend, account, { view, own: false })),
    [view.vocabulary === 'post' ? 'posts' : 'tweets']: referenced.map((post) =>
      renderPost(backend, post, view, reader),
    ),
  }
  return Object.fromEntries(Object.entries(parts).filter(([, list]) => list.length > 0))
}

/**
 * Builds the `includes` and `errors` of a response with posts. `errors` has an entry for each requested private metric
 * that the reader may not see. Either is omitted if it is empty. `reader` is the id of the calling user, null for an
 * app-only token.
 */
export function includesAndErrors(
  backend: Backend,
  posts: Post[],
  { view, reader }: { view: View; reader: string | null },
): { includes?: Record<string, unknown>; errors?: Record<string, unknown>[] } {
  const included = includes(backend, posts, view, reader)
  const hidden = PRIVATE_FIELDS.filter((field) => view.postFields.has(field))
  const errors = posts.flatMap((post) =>
    hidden
      .filter((field) => field === 'promoted_metrics' || !seesPrivate(backend, post, reader))
      .map((field) => fieldUnauthorized({ field, resourceId: post.id })),
  )
  return {
    ...(Object.keys(included).length > 0 ? { includes: included } : {}),
    ...(errors.length > 0 ? { errors } : {}),
  }
}
