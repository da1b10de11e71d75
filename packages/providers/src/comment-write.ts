import type { Comment } from '@carillon/domain'
import { clockSkewMs, plainText } from './lost-write.ts'
import type { CommentInput, CommentResult } from './ports/comments.ts'
import type { OpenCommit, Settling, Verdict, WriteCall, WritePort } from './ports/write.ts'

/** Where a comment goes: on a post, or into the thread of a top-level comment. */
export interface CommentTarget {
  /** Null where the network names a thread without its post. */
  postId: string | null
  /** The top-level comment; null for a comment on the post. */
  threadId: string | null
}

export interface CommentWriteState<Result> {
  /** Null until the place has been looked up. */
  place: CommentTarget | null
  /** Null until the comment has been written. */
  sent: Result | null
}

type Call<Credentials> = WriteCall<CommentInput, Credentials>

/** A comment to look for: those written before `since` (milliseconds since the epoch) need not be read. */
export interface CommentSearch {
  place: CommentTarget
  since: number
}

interface CommentWrite<Result, Credentials> {
  settling: Settling
  /** Finds the place, before anything is written. Throws `post_not_found` or `comment_not_found`. */
  locate(call: Call<Credentials>): Promise<CommentTarget>
  /** The call that writes the comment. */
  send(call: Call<Credentials>, place: CommentTarget): Promise<Result>
  /** Comments at the place, among them all that are not older than `since`. */
  readSince(call: Call<Credentials>, search: CommentSearch): Promise<Comment[]>
  /** The result for a comment that was found by reading. */
  resultOf(comment: Comment): Result
  /** Adds the fields that are missing in the network's response; must not fail if they cannot be read. */
  complete?(call: Call<Credentials>, written: { result: Result; place: CommentTarget }): Promise<Result>
}

/** A network may put a mention of the comment's author before a reply, and trims and joins white space. */
function isSameText(written: string, message: string): boolean {
  const [left, right] = [plainText(written), plainText(message)]
  return left === right || left.replace(/^@\S+ /, '') === right
}

function verdictOf<Result>(
  found: readonly Comment[],
  { state, resultOf }: { state: CommentWriteState<Result>; resultOf(comment: Comment): Result },
): Verdict<CommentWriteState<Result>> {
  const [comment, ...others] = found
  if (comment === undefined) return { kind: 'absent' }
  if (others.length > 0) {
    return { kind: 'undecidable', reason: 'the account has written several comments with this text.' }
  }
  return { kind: 'done', state: { ...state, sent: resultOf(comment) } }
}

/**
 * A comment or reply. Its post and parent are looked up first, then one call writes it. If the response was lost, the
 * comment is searched among those of the post: written by the account itself, with equal text, not older than the call,
 * and not created by another write.
 */
export function commentWrite<Result extends CommentResult, Credentials>(
  network: CommentWrite<Result, Credentials>,
): WritePort<CommentInput, CommentWriteState<Result>, Result, Credentials> {
  const { settling, locate, send, readSince, resultOf, complete } = network

  async function find(
    call: Call<Credentials>,
    state: CommentWriteState<Result>,
    open: OpenCommit,
  ): Promise<Verdict<CommentWriteState<Result>>> {
    const place = placed(state)
    const since = open.startedAt.getTime() - clockSkewMs
    const comments = await readSince(call, { place, since })
    const found = comments.filter((comment) => isWritten(comment, { call, place, since, open }))
    return verdictOf(found, { state, resultOf })
  }

  return {
    settling,
    begin: () => ({ place: null, sent: null }),
    async advance(call, state) {
      const { place, sent } = state
      if (place === null) return { kind: 'next', state: { ...state, place: await locate(call) } }
      if (sent === null) return { kind: 'commit', step: 'comment' }
      return { kind: 'done', result: complete ? await complete(call, { result: sent, place }) : sent }
    },
    async commit(call, state) {
      return { ...state, sent: await send(call, placed(state)) }
    },
    ...(!complete && { resultOf: (_call, { sent }) => sent ?? undefined }),
    reconcile: find,
    async recover(call, state, open) {
      if (state.sent !== null) return { kind: 'done', state }
      return find(call, { ...state, place: state.place ?? (await locate(call)) }, open)
    },
  }
}

function placed({ place }: CommentWriteState<unknown>): CommentTarget {
  if (place === null) throw new Error('a comment is written before its place is known')
  return place
}

function isWritten(
  comment: Comment,
  { call, place, since, open }: CommentSearch & { call: Call<unknown>; open: OpenCommit },
): boolean {
  return (
    comment.isCreator &&
    comment.parentId === place.threadId &&
    Date.parse(comment.createdAt) >= since &&
    isSameText(comment.body, call.input.message) &&
    !open.claimed.has(comment.id)
  )
}
