/** What is known of a publish between its steps. */
export type State = {
  /** Whether the network lets the creator post this way. */
  checked: boolean
  /** What the network calls the publish, once it has taken it in. */
  shareId: string | null
  /** How often it was asked how far it got. */
  polls: number
  /** When it first said that it is done, ISO. */
  completeAt: string | null
  /** Once nothing more is to come; empty where the network tells none. */
  postIds: string[] | null
  /** How often it was resubmitted, since its media could not be fetched. */
  renewals: number
}

export function begin(): State {
  return { checked: false, shareId: null, polls: 0, completeAt: null, postIds: null, renewals: 0 }
}
