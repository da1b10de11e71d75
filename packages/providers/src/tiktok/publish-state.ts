/** The state of a publish between its steps. */
export type State = {
  /** True once the creator's settings have been checked. */
  checked: boolean
  /** TikTok's id of the publish, once it has been accepted. */
  shareId: string | null
  /** How often the status has been read. */
  polls: number
  /** When TikTok first reported the publish as complete, ISO 8601. */
  completeAt: string | null
  /** Set once no further ids will follow; empty if TikTok reports none. */
  postIds: string[] | null
  /** How often the post was resubmitted because its media could not be fetched. */
  renewals: number
}

/** The state of a publish before anything was sent. */
export function begin(): State {
  return { checked: false, shareId: null, polls: 0, completeAt: null, postIds: null, renewals: 0 }
}
