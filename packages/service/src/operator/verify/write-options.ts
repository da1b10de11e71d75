/** A test message to a user whom the operator names. */
export interface TestMessage {
  /** The `sender` of a received message, or a phone number on platforms that send templates. */
  recipient: string
  /** Required on platforms that only send templates, otherwise ignored; null for none. */
  template: { name: string; language: string; bodyParameters: readonly string[] } | null
}

/** The writes that `verify` may make, and their targets. Writes whose target is null are skipped. */
export interface WriteOptions {
  /** Whether to also publish posts that stay public because the network's API cannot delete them. */
  lasting: boolean
  /** An MP4 file for the kinds of posts that need a video. */
  video: Uint8Array | null
  message: TestMessage | null
  /**
   * The network's id of another user's comment on a post of the account. The checks reply to it, hide and like it, and
   * undo all of this.
   */
  commentId: string | null
  /**
   * The network's id of the post with the comment `commentId`. If given, the account comments on this post instead of
   * on a test post.
   */
  postId: string | null
  /** The ad account in which a paused campaign is created and deleted. */
  adAccountId: string | null
}
