import { commentActs } from '../../comments/actions.ts'
import type { Dependencies } from '../dependencies.ts'
import { isListed } from '../post.ts'
import { addComment, authorNamed } from './add-comment.ts'

/**
 * Returns the actions of simulated users on comments, keyed by name. A user with an account comments as that account,
 * any other as a visitor with that handle. The actions throw a `RangeError` that names an invalid field.
 */
export function tiktokCommentActs({ store, context }: Dependencies): ReturnType<typeof commentActs> {
  return commentActs({
    comments: store.comments,
    now: () => context.now(),
    checkPost(id) {
      const post = store.posts.find((one) => one.id === id)
      if (post === undefined || !isListed(post, context.now())) throw new RangeError('on: no such public post')
      const off = store.people.find(({ openId }) => openId === post.accountId)?.commentDisabled
      if (off || post.disableComment) throw new RangeError('on: comments are turned off for this post')
    },
    write: ({ as, ...words }) => addComment(store, { ...words, author: authorNamed(store, as ?? 'passer.by') }),
    edit(comment, text) {
      comment.text = text
    },
    hide(comment, hidden) {
      comment.hidden = hidden
    },
  })
}
