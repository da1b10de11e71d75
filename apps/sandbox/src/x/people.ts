import { allowFields, flag } from '../comments/actions.ts'
import type { Network } from '../network.ts'
import type { Backend } from './backend.ts'
import { showPost } from './show-state.ts'
import { type Account, accountByHandle, accountById, addPost, type Post } from './state.ts'

type Body = Record<string, unknown>

function words(body: Body, name: string, fallback?: string): string {
  const value = body[name] ?? fallback
  if (typeof value !== 'string' || value === '') throw new RangeError(`${name}: a text`)
  return value
}

function postOf({ state }: Backend, body: Body): Post {
  // A reply is a post as well, so that `on` may name one.
  const field = body['on'] === undefined ? 'postId' : 'on'
  const post = state.posts.get(words(body, field))
  if (post === undefined) throw new RangeError(`${field}: no such post`)
  return post
}

/** Returns the account `as` (by default, the first other than `author`). Throws a `RangeError` for an unknown one. */
function actor({ state }: Backend, body: Body, author?: string): Account {
  const chosen =
    body['as'] === undefined
      ? state.accounts.find(({ id }) => id !== author)
      : accountByHandle(state, words(body, 'as'))
  if (chosen === undefined)
    throw new RangeError(`as: this network knows ${state.accounts.map(({ handle }) => handle).join(', ')}`)
  return chosen
}

/**
 * Returns the actions of users on X, keyed by the name in `POST /person/{name}`: replies, likes, posts and suspensions.
 * @throws RangeError, from an action, that names the invalid field
 */
export function createPeople(backend: Backend): Network['person'] {
  const { state, now } = backend
  return {
    comment(body) {
      allowFields(body, ['on', 'postId', 'text', 'as'])
      const parent = postOf(backend, body)
      const who = actor(backend, body, parent.accountId)
      // X puts the name of the person who is replied to before the text of the reply.
      const text = `@${accountById(state, parent.accountId)?.handle} ${words(body, 'text', 'Well said')}`
      const reply = { accountId: who.id, text, createdAt: now(), inReplyToPostId: parent.id }
      const added = addPost(state, reply)
      return { ...showPost(backend, added), ids: [added.id] }
    },
    like(body) {
      allowFields(body, ['on', 'postId', 'as'])
      const post = postOf(backend, body)
      post.likedBy.add(actor(backend, body, post.accountId).id)
      return showPost(backend, post)
    },
    post(body) {
      allowFields(body, ['text', 'as'])
      const text = words(body, 'text', 'Posted in the app')
      return showPost(backend, addPost(state, { accountId: actor(backend, body).id, text, createdAt: now() }))
    },
    suspend(body) {
      allowFields(body, ['as', 'suspended'])
      const account = actor(backend, body)
      account.suspended = flag(body, 'suspended', true)
      return { handle: account.handle, suspended: account.suspended }
    },
  }
}
