/** The state of a publish between its steps. */
export type PublishState = {
  /** The upload URL; null before an upload session was opened. */
  session: string | null
  /** Bytes that YouTube has stored, as last reported. */
  sent: number
  /** How often a new upload session was opened because YouTube no longer knew the last one. */
  reopened: number
  videoId: string | null
  /** How often the video was read, and how often in a row it was missing. */
  polls: number
  missing: number
}

export const initialState: PublishState = { session: null, sent: 0, reopened: 0, videoId: null, polls: 0, missing: 0 }
