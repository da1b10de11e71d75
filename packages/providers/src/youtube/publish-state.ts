/** What is known of a publish between its steps. */
export type PublishState = {
  /** The address that the bytes go to; null before an upload was opened. */
  session: string | null
  /** Bytes that YouTube holds, as it last said. */
  sent: number
  /** How often an upload was opened anew because YouTube no longer knew the last one. */
  reopened: number
  videoId: string | null
  /** How often the video was asked about, and how often in a row it was missing then. */
  polls: number
  missing: number
}

export const unbegun: PublishState = { session: null, sent: 0, reopened: 0, videoId: null, polls: 0, missing: 0 }
