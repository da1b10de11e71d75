import type { Comment } from '@carillon/domain'
import { isObject, textOf } from './json.ts'
import { clockSkewMs, plainText } from './lost-write.ts'
import type { CommentInput, CommentResult } from './ports/comments.ts'
import type { OpenCommit, Settling, Verdict, WriteCall, WritePort } from './ports/write.ts'

/** The place where a comment is written: a post, or the thread of a top-level comment. All ids are the network's. */
export interface CommentTarget {
  /** Null if the network identifies a thread without its post. */
  postId: string | null
  /** The id of the top-level comment of the thread; null for a comment on the post. */
  threadId: string | null
}

/** The stored state of a comment that is being written. */
export interface CommentWriteState<Result> {
  /** Null until the place was looked up at the network. */
  place: CommentTarget | null
  /** Null until the comment was written. */
  sent: Result | null
}

/**
 * Returns the place of a comment from the stored state of its write, whose port `commentWrite` has built; null until
 * the place was looked up at the network.
 */
export function placeOfComment(state: object): CommentTarget | null {
  const place = 'place' in state && isObject(state.place) ? state.place : null
  return place && { postId: textOf(place['postId']), threadId: textOf(place['threadId']) }
}

type Call<Credentials> = WriteCall<CommentInput, Credentials>

/**
 * A search for a comment at a place. Comments written before `since` (milliseconds since the epoch) need not be read.
 */
export interface CommentSearch {
  place: CommentTarget
  since: number
}

/** The comments that a search has read. */
export interface SearchedComments {
  comments: Comment[]
  /** Whether the search ended at its maximum number of pages, so that some of the comments may be missing. */
  isCut: boolean
}

interface CommentWrite<Result, Credentials> {
  settling: Settling
  /**
   * Finds the place where the comment belongs, before anything is written. Throws `post_not_found` or
   * `comment_not_found`.
   */
  locate(call: Call<Credentials>): Promise<CommentTarget>
  /** Makes the call that writes the comment. */
  send(call: Call<Credentials>, place: CommentTarget): Promise<Result>
  /**
   * Reads comments at the place: at least all that are not older than `search.since`, unless `isCut` is true.
   */
  readSince(call: Call<Credentials>, search: CommentSearch): Promise<SearchedComments>
  /** Builds the result from a comment that was found by reading. */
  resultOf(comment: Comment): Result
  /** Adds the fields that are missing in the network's response. Must not throw if they cannot be read. */
  complete?(call: Call<Credentials>, written: { result: Result; place: CommentTarget }): Promise<Result>
}

/**
 * Returns whether `written`, the text that a network reports, can come from `message`. Networks trim and join white
 * space, and may put a mention of the author of the parent comment before a reply.
 */
function isSameText(written: string, message: string): boolean {
  const [left, right] = [plainText(written), plainText(message)]
  return left === right || left.replace(/^@\S+ /, '') === right
}

function verdictOf<Result>(
  { comments, isCut }: SearchedComments,
  { state, resultOf }: { state: CommentWriteState<Result>; resultOf(comment: Comment): Result },
): Verdict<CommentWriteState<Result>> {
  const [comment, ...others] = comments
  if (comment === undefined && isCut) {
    return { kind: 'undecidable', reason: 'there are more comments than can be read.' }
  }
  if (comment === undefined) return { kind: 'absent' }
  if (others.length > 0) {
    return { kind: 'undecidable', reason: 'the account has written several comments with this text.' }
  }
  return { kind: 'done', state: { ...state, sent: resultOf(comment) } }
}

/**
 * Builds the write port that makes a comment or reply exactly once, from the calls of one network. The post and the
 * parent comment are looked up first, then one call writes the comment. If the response to that call was lost, the
 * comments of the post or the replies of the thread are searched for the comment: by the account itself, with an equal
 * text (a mention that the network put before it is ignored), not older than the call, and not created by another
 * write. The outcome is `undecidable` if several comments match. If none matches, it is `absent`, or `undecidable` if
 * not all comments could be read.
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
    const { comments, isCut } = await readSince(call, { place, since })
    const found = comments.filter((comment) => isWritten(comment, { call, place, since, open }))
    // A list that changes while its pages are read may contain a comment twice.
    const distinct = [...new Map(found.map((comment) => [comment.id, comment])).values()]
    return verdictOf({ comments: distinct, isCut }, { state, resultOf })
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
    createdIds: ({ sent }) => (sent === null ? [] : [sent.id]),
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
