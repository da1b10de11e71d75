import type { Comment, Platform, PlatformWith, PostSummary } from '@carillon/domain'
import type { CallContext } from '../call-context.ts'
import type { WritePort } from './write.ts'

export interface CommentPage {
  /**
   * Top-level comments, newest first where the network can sort, each followed by the replies that came with it. On
   * networks whose comments have no `replyCount` these are all of its replies.
   */
  comments: Comment[]
  /** The `cursor` of the next page; null on the last one. */
  next: string | null
}

export interface ThreadQuery {
  postId: string
  /** The top-level comment. */
  parentId: string
  cursor: string | null
}

/** A comment to be written: a reply with `parentId`, else a comment on the post. */
export interface CommentInput {
  /** Null where a reply names its thread by `parentId` alone. */
  postId: string | null
  /** The comment replied to, which may itself be a reply. */
  parentId: string | null
  message: string
}

/** The network's response for a written comment: the complete comment, or only its id. */
export type CommentResult = Comment | Pick<Comment, 'id'>

/** Who wrote a comment, as the network reports it. */
export type CommentAuthor = Pick<Comment, 'authorName' | 'authorFullName' | 'authorHandle' | 'avatarUrl' | 'profileUrl'>

/** Stored facts about an account that the network needs or reports with its comments. */
export interface AuthorAccount {
  providerId: string
  displayIdentifier: string | null
  displayName: string | null
  avatarUrl: string | null
}

interface Reads<Credentials> {
  /** The account's newest posts, newest first, as many as the row of the matrix says (`recentPosts`). */
  recentPosts(call: CallContext<Credentials>): Promise<PostSummary[]>
  /** Reads one post of any age. Throws `post_not_found` if the account has no post with this id. */
  post(call: CallContext<Credentials>, postId: string): Promise<PostSummary>
  /**
   * One page of a post's comments. Throws `post_not_found`, `connection_expired`, `rate_limited`, `quota_exhausted`.
   */
  page(call: CallContext<Credentials>, query: { postId: string; cursor: string | null }): Promise<CommentPage>
  /** One page of the replies of a thread, oldest first where the network can sort. */
  replies(call: CallContext<Credentials>, query: ThreadQuery): Promise<CommentPage>
  /** The newest threads of all posts of the account, where the network has such a list. */
  newest?(call: CallContext<Credentials>): Promise<Comment[]>
  /** The account as the author of its comments, where the network returns only the id of a new one. */
  authorOf?(account: AuthorAccount): CommentAuthor
}

/**
 * `hide`, `like` and `delete` throw `comment_not_found` when the network does not know the comment, or it is on nothing
 * of the account's. Repeating one of them does no harm.
 */
interface Changes<Credentials> {
  /** Writes a reply, or a comment on the post where the network has those (row `comments.comment`). */
  reply: WritePort<CommentInput, object, CommentResult, Credentials>
  /** Throws `not_supported` for the account's own comment where the network does not hide those. */
  hide(
    call: CallContext<Credentials>,
    target: { commentId: string; postId: string | null; hidden: boolean },
  ): Promise<void>
  like(
    call: CallContext<Credentials>,
    target: { commentId: string; postId: string | null; liked: boolean },
  ): Promise<void>
  /**
   * `isOwn` is null for a comment whose author is not known. Throws `comment_not_owned` where the network lets an
   * account delete only its own comments, `invalid_request` for a ban of the account itself.
   */
  delete(
    call: CallContext<Credentials>,
    target: { commentId: string; isOwn: boolean | null; banAuthor: boolean },
  ): Promise<void>
}

interface RowOf {
  reply: 'comments.reply'
  hide: 'comments.hide'
  like: 'comments.like'
  delete: 'comments.delete'
}

/** Comments of an account's posts: what every network of the row reads, and the changes that its own rows allow. */
export type CommentsPort<P extends Platform, Credentials = unknown> = Reads<Credentials> & {
  [Name in keyof RowOf as P extends PlatformWith<RowOf[Name]> ? Name : never]: Changes<Credentials>[Name]
}
