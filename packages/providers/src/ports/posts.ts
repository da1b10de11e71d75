import type { ReadPost } from '@carillon/domain'
import type { CallContext } from '../call-context.ts'

export interface PostPage {
  posts: ReadPost[]
  /** Opaque to callers; null on the last page. */
  next: string | null
  /**
   * Where the network's posts are in several lists: the cursor at which the next list begins, for a caller that needs no
   * older posts of this one. Null in the last list.
   */
  nextList?: string | null
}

/** The account's own posts, newest first, a page at a time. */
export interface PostsPort<Credentials = unknown> {
  list(call: CallContext<Credentials>, cursor: string | null): Promise<PostPage>
}

export interface DeletePostPort<Credentials = unknown> {
  /** Throws `post_not_found` if the account has no post with this id. */
  delete(call: CallContext<Credentials>, postId: string): Promise<void>
}
