import type { Backend } from '../backend.ts'
import type { Account } from '../state.ts'
import type { View } from './vocabulary.ts'

type Field = (account: Account, backend: Backend, view: View) => unknown

const FIELDS: Record<string, Field> = {
  created_at: ({ createdAt }) => new Date(createdAt).toISOString(),
  description: ({ name }) => `${name} in the sandbox`,
  most_recent_tweet_id: ({ id }, { state }) =>
    [...state.posts.values()].findLast(({ accountId }) => accountId === id)?.id,
  profile_image_url: ({ id }) => `https://pbs.twimg.com/profile_images/${id}/portrait_normal.jpg`,
  protected: () => false,
  public_metrics(account, { state }, view) {
    const posts = [...state.posts.values()].filter(({ accountId }) => accountId === account.id)
    return {
      followers_count: account.followers,
      following_count: account.following,
      [view.vocabulary === 'post' ? 'post_count' : 'tweet_count']: posts.length,
      listed_count: 0,
      like_count: [...state.posts.values()].filter(({ likedBy }) => likedBy.has(account.id)).length,
      media_count: posts.reduce((sum, { media }) => sum + media.length, 0),
    }
  },
  verified: ({ subscriptionType }) => subscriptionType.startsWith('Premium'),
  verified_type: ({ subscriptionType }) => (subscriptionType.startsWith('Premium') ? 'blue' : 'none'),
}

/**
 * Renders a user with the requested fields, without those that have no value; `id`, `name` and `username` are always
 * included. `own` is whether `account` is the calling user, who alone sees the subscription.
 */
export function renderUser(
  backend: Backend,
  account: Account,
  { view, own }: { view: View; own: boolean },
): Record<string, unknown> {
  const shown: Record<string, unknown> = { id: account.id, name: account.name, username: account.handle }
  for (const field of view.userFields) {
    const value = FIELDS[field]?.(account, backend, view)
    if (value !== undefined) shown[field] = value
  }
  if (own && view.userFields.has('subscription_type')) shown['subscription_type'] = account.subscriptionType
  return shown
}
