import type { Upload } from './parts.ts'

/** The maximum size in bytes of an upload in a single call, which is smaller than the lexicon says. */
const SINGLE_CALL_BYTES = 100_000_000

/**
 * The part of the video service's state that a snapshot contains: the maximum size of an upload in a single call, and
 * the uploads in parts. Jobs are lost when the process ends.
 */
export interface VideoRecords {
  strictness: { singleCallBytes: number }
  parts: { uploads: Map<string, Upload> }
}

/**
 * Creates the state of the video service in a new sandbox: no uploads, and a limit of 100,000,000 bytes for an upload
 * in a single call. It exists before the service starts, so that a snapshot always contains it.
 */
export function createVideoRecords(): VideoRecords {
  return { strictness: { singleCallBytes: SINGLE_CALL_BYTES }, parts: { uploads: new Map() } }
}
