import { commentActs } from '../../comments/acts.ts'
import type { Login } from '../login/grant.ts'
import type { World } from '../world.ts'
import { addComment, authorNamed } from './add-comment.ts'

const SOMEBODY: Record<Login, string> = { facebook: 'Robin Example', instagram: 'robin.example' }

/** What people do with the comments of a login's posts. On Facebook somebody is known by name, on Instagram by username. */
export function metaCommentActs(world: World, login: Login): ReturnType<typeof commentActs> {
  const comments = world.comments[login]
  return commentActs({
    comments,
    now: world.now,
    checkPost(id) {
      const post = login === 'facebook' ? world.pagePosts.get(id) : world.instagramPosts.get(id)
      if (post === undefined) throw new RangeError('on: no such post')
    },
    write: ({ as, ...words }) =>
      addComment(world, login, { ...words, author: authorNamed(world, login, as ?? SOMEBODY[login]) }),
    edit(comment, text) {
      comment.text = text
    },
    hide(comment, hidden) {
      comment.hidden = hidden
    },
  })
}
