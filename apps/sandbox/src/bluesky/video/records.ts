import type { Upload } from './parts.ts'

/** The maximum size in bytes of an upload in a single call, which is smaller than the lexicon says. */
const SINGLE_CALL_BYTES = 100_000_000

/**
 * The state of the video service in a snapshot: the limit of the single call, and uploads in parts. Jobs end with the
 * process.
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
