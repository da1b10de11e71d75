import { isoTime, showTalk } from '../meta/show-talk.ts'
import type { State } from '../meta/state/state.ts'
import { advertiserTraits } from './ads/traits.ts'
import { isKept } from './photos.ts'
import { pageTraits } from './traits.ts'

/**
 * Returns the content of `GET /state/facebook`: the users with their Pages, the posts, unpublished photos, comments,
 * conversations and messages. `accountId` of a post or photo is the id of its Page.
 */
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
    createdAt: isoTime(createdAt),
  }))
  const unpublished = [...state.photos.values()].filter((photo) => !photo.published && isKept(photo, state.now()))
  const photos = unpublished.map(({ pageId, createdAt, ...photo }) => ({
    ...photo,
    accountId: pageId,
    createdAt: isoTime(createdAt),
  }))
  return { accounts, posts, unpublishedPhotos: photos, ...showTalk(state, 'facebook') }
}
