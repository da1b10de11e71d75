import type { PagePost } from '../meta/posts.ts'
import type { World } from '../meta/world.ts'

/** The second half of a Page post's id. */
export function nextPostNumber(world: World): string {
  return world.nextId('122', 15)
}

/** Puts a post on a Page. */
export function addPost(
  world: World,
  post: Pick<PagePost, 'pageId' | 'kind' | 'text'> & Partial<PagePost> & { number?: string },
): PagePost {
  const { number = nextPostNumber(world), ...given } = post
  const added: PagePost = {
    title: null,
    description: null,
    link: null,
    media: [],
    objectIds: [],
    createdAt: world.now(),
    inFeed: true,
    likedBy: [],
    shares: 0,
    ...given,
    id: `${post.pageId}_${number}`,
  }
  world.pagePosts.set(added.id, added)
  return added
}
