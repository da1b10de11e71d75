import type { PagePost } from '../meta/state/posts.ts'
import type { State } from '../meta/state/state.ts'

/** Returns a new second half for the id of a Page post (`<page id>_<number>`). */
export function nextPostNumber(state: State): string {
  return state.nextId('122', 15)
}

/**
 * Adds a post to a Page. By default, it is created now, in the feed, and without media, link, likes and shares.
 * `number` is the second half of its id (`<page id>_<number>`); a new one by default.
 */
export function addPost(
  state: State,
  post: Pick<PagePost, 'pageId' | 'kind' | 'text'> & Partial<PagePost> & { number?: string },
): PagePost {
  const { number = nextPostNumber(state), ...given } = post
  const added: PagePost = {
    title: null,
    description: null,
    link: null,
    media: [],
    objectIds: [],
    createdAt: state.now(),
    inFeed: true,
    likedBy: [],
    shares: 0,
    ...given,
    id: `${post.pageId}_${number}`,
  }
  state.pagePosts.set(added.id, added)
  return added
}
