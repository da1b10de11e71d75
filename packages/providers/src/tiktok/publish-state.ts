/** The stored state of a publish between its steps. */
export type State = {
  /** True once the post has been checked: its texts and settings, the scopes, and the creator's settings. */
  checked: boolean
  /** TikTok's id of the publish task; null until TikTok has accepted the post. */
  shareId: string | null
  /** The number of reads of the status since the post was last submitted. */
  polls: number
  /** When TikTok first reported the publish as complete, ISO 8601. */
  completeAt: string | null
  /** TikTok's ids of the post, set once no further ids will follow; empty if TikTok reports none. */
  postIds: string[] | null
  /** The number of times the post was resubmitted because its media could not be fetched. */
  renewals: number
}

/** Returns the state of a publish before anything was sent. */
export function begin(): State {
  return { checked: false, shareId: null, polls: 0, completeAt: null, postIds: null, renewals: 0 }
}
