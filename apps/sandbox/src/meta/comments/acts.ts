import { commentActs } from '../../comments/actions.ts'
import type { Login } from '../state/grant.ts'
import type { State } from '../state/state.ts'
import { addComment, authorNamed, editComment, hideComment, removeComment } from './add-comment.ts'

const SOMEBODY: Record<Login, string> = { facebook: 'Robin Example', instagram: 'robin.example' }

/**
 * Returns the actions of simulated users on comments, keyed by name. Users are named by their name on Facebook and
 * their username on Instagram. The actions throw a `RangeError` that names an invalid field.
 */
export function metaCommentActs(state: State, login: Login): ReturnType<typeof commentActs> {
  const comments = state.comments[login]
  return commentActs({
    comments,
    now: state.now,
    checkPost(id) {
      const post = login === 'facebook' ? state.pagePosts.get(id) : state.instagramPosts.get(id)
      if (post === undefined) throw new RangeError('on: no such post')
    },
    write: ({ as, ...words }) =>
      addComment(state, login, { ...words, author: authorNamed(state, login, as ?? SOMEBODY[login]) }),
    edit: (comment, text) => editComment(state, login, comment, text),
    hide: (comment, hidden) => hideComment(state, login, comment, hidden),
    remove: (comment) => removeComment(state, login, comment),
  })
}
