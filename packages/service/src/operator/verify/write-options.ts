/** A message to a user whom the operator names. */
export interface TestMessage {
  /** The `sender` of an inbound message; where templates are sent, a phone number. */
  recipient: string
  /** Needed where the network takes templates only. */
  template: { name: string; language: string; bodyParameters: readonly string[] } | null
}

/** The writes that `verify` may make, and their targets. Writes that are null are not tried. */
export interface WriteOptions {
  /** Also publishes what stays public, as the network deletes nothing by its API. */
  lasting: boolean
  /** An MP4 for the kinds that need one. */
  video: Uint8Array | null
  message: TestMessage | null
  /** A comment of another user on a post of the account, which is replied to, hidden and shown again. */
  commentId: string | null
  /** A post of the account: the one of the comment, and where the account comments instead of on a test post. */
  postId: string | null
  /** Where a paused campaign is created and deleted. */
  adAccountId: string | null
}
