import type { Upload } from './parts.ts'

/** What the single call takes, whatever the lexicon says. */
const SINGLE_CALL_BYTES = 100_000_000

/** What a snapshot contains of the video service: the limit of the single call and uploads in parts. Jobs end with the process. */
export interface VideoRecords {
  strictness: { singleCallBytes: number }
  parts: { uploads: Map<string, Upload> }
}

/** The records of a new sandbox. They exist before the service starts, so that a snapshot never lacks them. */
export function createVideoRecords(): VideoRecords {
  return { strictness: { singleCallBytes: SINGLE_CALL_BYTES }, parts: { uploads: new Map() } }
}
