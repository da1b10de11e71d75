import { allowFields } from '../comments/actions.ts'
import { metaCommentActs } from './comments/acts.ts'
import { setFigures } from './insights/set-figures.ts'
import { messageActs } from './messages/person.ts'
import type { Login } from './state/grant.ts'
import { changePortal } from './state/portal.ts'
import type { State } from './state/state.ts'

type Body = Record<string, unknown>

function text(body: Body, name: string, fallback?: string): string {
  const value = body[name] ?? fallback
  if (typeof value !== 'string' || value === '') throw new RangeError(`${name}: a text`)
  return value
}

function postOf(state: State, login: Login, id: string): { id: string; likedBy: string[] } {
  const post = login === 'facebook' ? state.pagePosts.get(id) : state.instagramPosts.get(id)
  if (post === undefined) throw new RangeError('postId: no such post')
  return post
}

/**
 * Returns the actions of simulated users, keyed by the name in `POST /person/{name}`: comments, likes and messages, and
 * changes of the app's settings and of metrics. They throw a `RangeError` that names an invalid field.
 */
export function personActs(state: State, login: Login): Record<string, (body: Body) => unknown> {
  return {
    ...metaCommentActs(state, login),
    like(body) {
      allowFields(body, ['postId', 'as'])
      const post = postOf(state, login, text(body, 'postId'))
      const who = text(body, 'as', 'Robin Example')
      if (!post.likedBy.includes(who)) {
        post.likedBy.push(who)
        state.figures.record({ subject: post.id, name: 'likes' }, state.now())
      }
      return { postId: post.id, likes: post.likedBy.length }
    },
    app: (body) => changePortal(state.portal, body),
    figures: (body) => setFigures[login](state, body),
    ...messageActs(state, login === 'facebook' ? 'messenger' : 'instagram'),
  }
}
