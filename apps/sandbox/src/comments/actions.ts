import type { CommentStore, HeldComment } from './store.ts'

type Body = Record<string, unknown>
type Act = (body: Body) => unknown

/** A comment to be written by a simulated user. */
interface CommentText {
  postId: string
  /** The id of the top-level comment to which this is a reply; null for a top-level comment. */
  parentId: string | null
  /** The handle of the author; undefined for the default author. An unknown handle creates a user. */
  as: string | undefined
  text: string
  /** Milliseconds since the epoch. */
  createdAt: number
}

/** How simulated users comment on one network. Invalid requests throw a `RangeError` that names the field. */
export interface CommentActions<C extends HeldComment> {
  comments: CommentStore<C>
  /** Returns the time in ms since the epoch. */
  now(): number
  /** Throws a `RangeError` unless the post exists and users can comment on it. */
  checkPost(id: string): void
  /** Adds a comment and returns it. */
  write(words: CommentText): C
  /** Replaces the text of a comment, as its author can. */
  edit(comment: C, text: string): void
  /** Hides or unhides the comment in the network's own app. */
  hide(comment: C, hidden: boolean): void
  /** Deletes the comment with its replies. Absent if it only has to be deleted from the store. */
  remove?(comment: C): void
}

const MAX_COUNT = 50_000
const MAX_REPLIES = 1_000
const SECOND_MS = 1_000

/**
 * Checks that the body of a `POST /person/…` request has no fields other than `network` and those that `fields` names.
 * @throws RangeError that names the first unknown field
 */
export function allowFields(body: Body, fields: readonly string[]): void {
  const unknown = Object.keys(body).find((name) => name !== 'network' && !fields.includes(name))
  if (unknown !== undefined) throw new RangeError(`${unknown}: no such field; there are ${fields.join(', ')}`)
}

/**
 * Returns a string field of the body of a `POST /person/…` request; undefined if absent.
 * @throws RangeError if it is empty or not a string
 */
export function optionalText(body: Body, name: string): string | undefined {
  const value = body[name]
  if (value !== undefined && (typeof value !== 'string' || value === '')) throw new RangeError(`${name}: a text`)
  return value
}

/**
 * Returns a boolean field of the body of a `POST /person/…` request; `fallback` if it is absent.
 * @throws RangeError that names the field if it is not a boolean
 */
export function flag(body: Body, name: string, fallback: boolean): boolean {
  const value = body[name] ?? fallback
  if (typeof value !== 'boolean') throw new RangeError(`${name}: true or false`)
  return value
}

/**
 * Returns a string field of the body of a `POST /person/…` request.
 * @throws RangeError if it is absent, empty or not a string
 */
function requiredText(body: Body, name: string): string {
  const value = optionalText(body, name)
  if (value === undefined) throw new RangeError(`${name}: a text`)
  return value
}

function whole(body: Body, name: string, bounds: { usual: number; min: number; max: number }): number {
  const value = body[name] ?? bounds.usual
  if (typeof value !== 'number' || !Number.isInteger(value) || value < bounds.min || value > bounds.max) {
    throw new RangeError(`${name}: a whole number from ${bounds.min} to ${bounds.max}`)
  }
  return value
}

/**
 * Returns the comment whose id is in a field of the body of a `POST /person/…` request.
 * @throws RangeError if the field is missing or there is no such comment
 */
export function commentOf<C extends HeldComment>(comments: CommentStore<C>, body: Body, field = 'id'): C {
  const comment = comments.get(requiredText(body, field))
  if (comment === undefined) throw new RangeError(`${field}: no such comment`)
  return comment
}

/**
 * Handles `POST /person/comment`: writes `count` comments, each followed by `replies` replies, with times one second
 * apart; the last is written now. With `parent`, the comments are replies to that comment; a reply to a reply is added
 * to the thread. Returns the ids of the comments, without those of `replies`.
 * @throws RangeError that names an invalid field
 */
function say<C extends HeldComment>(talk: CommentActions<C>, body: Body): { ids: string[] } {
  allowFields(body, ['on', 'text', 'as', 'parent', 'count', 'replies'])
  const parent = body['parent'] === undefined ? undefined : commentOf(talk.comments, body, 'parent')
  const postId = body['on'] === undefined && parent !== undefined ? parent.postId : requiredText(body, 'on')
  if (parent !== undefined && parent.postId !== postId) throw new RangeError('parent: a comment on another post')
  talk.checkPost(postId)
  const [text, as] = [optionalText(body, 'text'), optionalText(body, 'as')]
  const count = whole(body, 'count', { usual: 1, min: 1, max: MAX_COUNT })
  const replies = whole(body, 'replies', { usual: 0, min: 0, max: parent === undefined ? MAX_REPLIES : 0 })
  if (count * (replies + 1) > MAX_COUNT)
    throw new RangeError(`replies: at most ${MAX_COUNT} comments and replies in all`)
  const parentId = parent === undefined ? null : (parent.parentId ?? parent.id)
  const first = talk.now() - (count * (replies + 1) - 1) * SECOND_MS
  const ids = Array.from({ length: count }, (_, index) => {
    const createdAt = first + index * (replies + 1) * SECOND_MS
    const { id } = talk.write({ postId, parentId, as, text: text ?? `Comment ${index + 1}`, createdAt })
    for (let reply = 1; reply <= replies; reply += 1) {
      const words = { postId, parentId: id, as, text: `Reply ${reply} to comment ${index + 1}` }
      talk.write({ ...words, createdAt: createdAt + reply * SECOND_MS })
    }
    return id
  })
  return { ids }
}

/**
 * Returns the actions of simulated users on comments, for `POST /person/{name}`, keyed by name: `comment`,
 * `comment-edit`, `comment-delete`, `comment-like` and `comment-hide`. They throw a `RangeError` that names an invalid
 * field.
 */
export function commentActs<C extends HeldComment>(talk: CommentActions<C>): Record<string, Act> {
  const { comments } = talk
  return {
    comment: (body) => say(talk, body),
    'comment-edit'(body) {
      allowFields(body, ['id', 'text'])
      const comment = commentOf(comments, body)
      talk.edit(comment, requiredText(body, 'text'))
      return { id: comment.id, text: comment.text }
    },
    'comment-delete'(body) {
      allowFields(body, ['id'])
      const comment = commentOf(comments, body)
      if (talk.remove) talk.remove(comment)
      else comments.remove(comment)
      return { id: comment.id, deleted: true }
    },
    'comment-like'(body) {
      allowFields(body, ['id', 'count'])
      const comment = commentOf(comments, body)
      comment.likes += whole(body, 'count', { usual: 1, min: 1, max: 1_000_000 })
      return { id: comment.id, likes: comment.likes }
    },
    'comment-hide'(body) {
      allowFields(body, ['id', 'hidden'])
      const comment = commentOf(comments, body)
      const { hidden } = body
      if (typeof hidden !== 'boolean') throw new RangeError('hidden: true or false')
      talk.hide(comment, hidden)
      return { id: comment.id, hidden: comment.hidden }
    },
  }
}
