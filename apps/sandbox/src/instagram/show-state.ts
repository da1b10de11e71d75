import { isoTime, showTalk } from '../meta/show-talk.ts'
import type { State } from '../meta/state/state.ts'
import { accountTraits } from './traits.ts'

/**
 * Returns the content of `GET /state/instagram`: the accounts, posts, unpublished containers, comments, conversations
 * and messages.
 */
export function instagramState(state: State): Record<string, unknown> {
  const accounts = [...state.instagramAccounts.values()].map((account) => ({
    id: account.id,
    handle: account.username,
    name: account.name,
    accountType: account.accountType,
    traits: accountTraits(account),
    pageId: [...state.pages.values()].find(({ instagramId }) => instagramId === account.id)?.id ?? null,
  }))
  const posts = [...state.instagramPosts.values()].map(({ media, createdAt, ...post }) => ({
    ...post,
    permalink: `https://www.instagram.com/p/${post.shortcode}/`,
    media: media.map(({ id, held, userTags }) => ({ ...held, id, userTags })),
    createdAt: isoTime(createdAt),
  }))
  const waiting = [...state.containers.values()].filter(({ publishedAs }) => publishedAs === null)
  const containers = waiting.map(({ id, accountId, kind, text, createdAt }) => ({
    id,
    accountId,
    kind,
    text,
    createdAt: isoTime(createdAt),
  }))
  return { accounts, posts, containers, ...showTalk(state, 'instagram') }
}
