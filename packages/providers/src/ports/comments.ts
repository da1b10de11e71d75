import type { Comment, Platform, PlatformWith, PostSummary } from '@carillon/domain'
import type { CallContext } from '../call-context.ts'
import type { WritePort } from './write.ts'

export interface CommentPage {
  /**
   * The top-level comments, newest first if the network can sort, each followed by the replies that the network
   * returned with it. On networks whose comments have no `replyCount`, these are all replies to the comment, unless
   * `cutThreads` contains its id.
   */
  comments: Comment[]
  /**
   * The ids of the top-level comments whose replies were read only in part, because there are too many; empty or
   * omitted if no replies are missing.
   */
  cutThreads?: readonly string[]
  /** The `cursor` of the next page; null on the last page. */
  next: string | null
  /**
   * True if the list has no comments although the network counts some on the post: which of them were deleted is then
   * not known.
   */
  isWithheld?: boolean
}

/** Which page of a post's comments is read. */
export interface PostQuery {
  postId: string
  /** `next` of the page before; null for the first page. */
  cursor: string | null
  /** When the post was published (ISO 8601); null or omitted if that is not known. */
  publishedAt?: string | null
}

export interface ThreadQuery {
  postId: string
  /**
   * The network's id of the top-level comment whose replies are read. The caller knows that it is one: an adapter need
   * not recognize the id of another object, such as a post.
   */
  parentId: string
  /** `next` of the page before; null for the first page. */
  cursor: string | null
}

/** A comment to write: a reply if `parentId` is set, otherwise a comment on the post. All ids are the network's. */
export interface CommentInput {
  /** The post; null if the network needs only `parentId` for a reply. */
  postId: string | null
  /** The comment that is replied to, which may itself be a reply; null for a comment on the post. */
  parentId: string | null
  message: string
  /**
   * True if Carillon's copy of the post's comments contains the parent. The adapter then does not check that it is on
   * the post.
   */
  isOnPost?: true
}

/** A comment to change, and its post if that is known. Both ids are the network's. */
export interface ChangedComment {
  commentId: string
  postId: string | null
  /** True if Carillon's copy of the post's comments contains the comment. The adapter then does not check its post. */
  isOnPost?: boolean
}

/** The network's result for a written comment: the complete comment, or only its id if the network returns no more. */
export type CommentResult = Comment | Pick<Comment, 'id'>

/** The author of a comment, as the network reports it. */
export type CommentAuthor = Pick<Comment, 'authorName' | 'authorFullName' | 'authorHandle' | 'avatarUrl' | 'profileUrl'>

/**
 * The stored facts about a connected account from which the author of its own comments is derived. `providerId` is the
 * network's id of the account.
 */
export interface AuthorAccount {
  providerId: string
  displayIdentifier: string | null
  displayName: string | null
  avatarUrl: string | null
}

interface Reads<Credentials> {
  /**
   * Reads the account's newest posts, newest first: at most `recentPosts` of the network's cell in the row
   * `comments.list` of the capability matrix.
   */
  recentPosts(call: CallContext<Credentials>): Promise<PostSummary[]>
  /** Reads one post of any age. Throws `post_not_found` if the account has no post with this id. */
  post(call: CallContext<Credentials>, postId: string): Promise<PostSummary>
  /**
   * Reads one page of a post's comments. Throws `post_not_found`, `connection_expired`, `rate_limited`,
   * `quota_exhausted`. Carillon deletes its copy of the comments after a `post_not_found`: a network that reports posts
   * as unknown that may exist needs proof for it, and throws `provider_error` without.
   */
  page(call: CallContext<Credentials>, query: PostQuery): Promise<CommentPage>
  /** Reads one page of the replies to a top-level comment, oldest first if the network can sort. */
  replies(call: CallContext<Credentials>, query: ThreadQuery): Promise<CommentPage>
  /**
   * Reads the newest comments on all posts of the account, with the replies that the network returns with them. Omitted
   * if the network has no such list.
   */
  newest?(call: CallContext<Credentials>): Promise<Comment[]>
  /**
   * Returns the network's id of the post on which a comment is; null if the network does not report it. Set only if
   * webhook events may name a part of the post in its place. Throws `comment_not_found`.
   */
  postOf?(call: CallContext<Credentials>, commentId: string): Promise<string | null>
  /** Returns the author of the account's own comments. Set only if the network returns just the id of a new comment. */
  authorOf?(account: AuthorAccount): CommentAuthor
}

/**
 * `hide`, `like` and `delete` throw `comment_not_found` if the network does not know the comment, or if it is not on a
 * post of the account; `hide` and `like` also if it is not on the post that is named, unless `isOnPost` is set. Each
 * can be repeated without further effect.
 */
interface Changes<Credentials> {
  /** Writes a reply, or a comment on the post if the network supports that (capability `comments.comment`). */
  reply: WritePort<CommentInput, object, CommentResult, Credentials>
  /**
   * Hides the comment or, with `hidden: false`, unhides it. Throws `not_supported` for a comment that the network does
   * not let the account hide, such as its own.
   */
  hide(call: CallContext<Credentials>, target: ChangedComment & { hidden: boolean }): Promise<void>
  /** Likes the comment for the account or, with `liked: false`, removes the like. */
  like(call: CallContext<Credentials>, target: ChangedComment & { liked: boolean }): Promise<void>
  /**
   * Deletes the comment. `isOwn` is null if the author is not known; `banAuthor` also bans the author. Throws
   * `comment_not_owned` if the network lets an account delete only its own comments, and `invalid_request` if the
   * account would ban itself.
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

/**
 * The functions of a network's adapter for comments on an account's posts: the reads of every network with the
 * capability `comments.list`, and the changes that the network's other capabilities allow.
 */
export type CommentsPort<P extends Platform, Credentials = unknown> = Reads<Credentials> & {
  [Name in keyof RowOf as P extends PlatformWith<RowOf[Name]> ? Name : never]: Changes<Credentials>[Name]
}
