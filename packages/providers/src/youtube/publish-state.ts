/** The stored state of a publish between its steps. */
export type PublishState = {
  /** The upload URL; null while no upload session is open. */
  session: string | null
  /** The number of bytes that YouTube has stored, as last reported. */
  sent: number
  /** The number of times a new upload session was opened because YouTube no longer knew the last one. */
  reopened: number
  /** YouTube's id of the video; null until the upload is complete. */
  videoId: string | null
  /** The number of waits for a read of the uploaded video. */
  polls: number
  /** The number of consecutive reads, up to the latest one, that did not return the video. */
  missing: number
}

export const initialState: PublishState = { session: null, sent: 0, reopened: 0, videoId: null, polls: 0, missing: 0 }
