import type { ReadPost } from '@carillon/domain'
import type { CallContext } from '../call-context.ts'

export interface PostPage {
  posts: ReadPost[]
  /** The opaque cursor of the next page; null on the last page. */
  next: string | null
  /**
   * For networks that keep posts in several lists: the cursor at which the next list begins, for a caller that needs no
   * older posts of the current list. Null in the last list; omitted if the network has a single list.
   */
  nextList?: string | null
}

/**
 * Reads the account's own posts from the network, a page at a time, newest first; on networks with several lists, one
 * list after the other, each newest first, and some posts may be in two of them. `cursor` is `next` of the previous
 * page; null for the first page.
 */
export interface PostsPort<Credentials = unknown> {
  list(call: CallContext<Credentials>, cursor: string | null): Promise<PostPage>
}

export interface DeletePostPort<Credentials = unknown> {
  /**
   * Deletes a post at the network. Throws `post_not_found` if the account has no post with this id of the network. If a
   * read that precedes the deletion fails, the outcome is never `indeterminate`: the deletion would then be repeated,
   * and a post that was not found would count as deleted.
   */
  delete(call: CallContext<Credentials>, postId: string): Promise<void>
  /**
   * Records what the network charges for a deletion that took effect although its response was lost: called when
   * `delete` is repeated and throws `post_not_found`. Omitted for networks that charge nothing.
   */
  recordLostDeletion?(call: CallContext<Credentials>, postId: string): Promise<void>
}
