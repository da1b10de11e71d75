import { showComments } from '../comments/store.ts'
import { advertiserTraits } from '../facebook/ads/traits.ts'
import { pageTraits } from '../facebook/traits.ts'
import { accountTraits } from '../instagram/traits.ts'
import type { Login } from './login/grant.ts'
import { messagesState } from './messages/state.ts'
import type { State } from './state.ts'

function iso(ms: number): string {
  return new Date(ms).toISOString()
}

function talk(state: State, login: Login): Record<'comments' | 'conversations' | 'messages', unknown[]> {
  return {
    comments: showComments(state.comments[login]),
    ...messagesState(state, login === 'facebook' ? 'messenger' : 'instagram'),
  }
}

/** The state of `GET /state/facebook`. A post's `accountId` is its Page. */
export function facebookState(state: State): Record<string, unknown> {
  const accounts = [...state.people.values()].map((person) => ({
    id: person.id,
    handle: person.handle,
    name: person.name,
    traits: advertiserTraits(person, state),
    pages: person.roles.flatMap(({ pageId, tasks }) => {
      const page = state.pages.get(pageId)
      if (page === undefined) return []
      const { id, name, username, instagramId } = page
      return [{ id, name, username, tasks, traits: pageTraits({ page, tasks }), instagramId }]
    }),
  }))
  const posts = [...state.pagePosts.values()].map(({ pageId, createdAt, inFeed: _inFeed, ...post }) => ({
    ...post,
    accountId: pageId,
    createdAt: iso(createdAt),
  }))
  const unpublished = [...state.photos.values()].filter(({ published }) => !published)
  const photos = unpublished.map(({ pageId, createdAt, ...photo }) => ({
    ...photo,
    accountId: pageId,
    createdAt: iso(createdAt),
  }))
  return { accounts, posts, unpublishedPhotos: photos, ...talk(state, 'facebook') }
}

/** The state of `GET /state/instagram`. */
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
    createdAt: iso(createdAt),
  }))
  const waiting = [...state.containers.values()].filter(({ publishedAs }) => publishedAs === null)
  const containers = waiting.map(({ id, accountId, kind, text, createdAt }) => ({
    id,
    accountId,
    kind,
    text,
    createdAt: iso(createdAt),
  }))
  return { accounts, posts, containers, ...talk(state, 'instagram') }
}
