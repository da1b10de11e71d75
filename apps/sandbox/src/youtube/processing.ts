import type { FailureReason, Outcome, RejectionReason, Video } from './state/state.ts'

const tooSmallBytes = 64
const searched = 64 * 1024
const failures: readonly FailureReason[] = [
  'conversion',
  'invalidFile',
  'emptyFile',
  'tooSmall',
  'codec',
  'uploadAborted',
]
const rejections: readonly RejectionReason[] = [
  'copyright',
  'inappropriate',
  'duplicate',
  'termsOfUse',
  'uploaderAccountSuspended',
  'length',
  'claim',
  'uploaderAccountClosed',
  'trademark',
  'legal',
]
/**
 * Byte sequences by which video formats are recognized, with their offset in the file: MP4 and QuickTime, Matroska,
 * FLV, MPEG, Ogg, ASF, AVI.
 */
const signatures: readonly [offset: number, letters: readonly string[]][] = [
  [4, ['ftyp', 'moov', 'mdat', 'free', 'wide', 'skip']],
  [0, ['\u001aE\u00df\u00a3', 'FLV\u0001', '\0\0\u0001\u00ba', '\0\0\u0001\u00b3', 'OggS', '0&\u00b2u']],
  [8, ['AVI ']],
  [188, ['G']],
]

/**
 * Returns how the processing of a video will end. Files that are shorter than 64 bytes or do not begin like a video
 * fail. A test can choose the outcome: the first or last 64 KiB of the file contain `sandbox:failed:<failureReason>` or
 * `sandbox:rejected:<rejectionReason>`.
 */
export function expectedOutcome(bytes: Buffer): Outcome {
  if (bytes.length === 0) return { kind: 'failed', reason: 'emptyFile' }
  const ends = bytes.toString('latin1', 0, searched) + bytes.toString('latin1', Math.max(0, bytes.length - searched))
  const [, kind, word] = /sandbox:(failed|rejected):(\w+)/.exec(ends) ?? []
  const failure = failures.find((reason) => kind === 'failed' && reason === word)
  if (failure !== undefined) return { kind: 'failed', reason: failure }
  const rejection = rejections.find((reason) => kind === 'rejected' && reason === word)
  if (rejection !== undefined) return { kind: 'rejected', reason: rejection }
  if (bytes.length < tooSmallBytes) return { kind: 'failed', reason: 'tooSmall' }
  return opensLikeVideo(bytes) ? { kind: 'processed' } : { kind: 'failed', reason: 'invalidFile' }
}

function opensLikeVideo(bytes: Buffer): boolean {
  return signatures.some(([offset, letters]) =>
    letters.some((word) => bytes.toString('latin1', offset, offset + word.length) === word),
  )
}

/**
 * Returns the fields about processing in the `status` part of a video at `now` (ms since the epoch): `uploadStatus`,
 * and the reason if processing failed or the video was rejected.
 */
export function uploadStatus(video: Video, now: number): Record<string, string> {
  if (now < video.readyAt) return { uploadStatus: 'uploaded' }
  const { outcome } = video
  if (outcome.kind === 'failed') return { uploadStatus: 'failed', failureReason: outcome.reason }
  if (outcome.kind === 'rejected') return { uploadStatus: 'rejected', rejectionReason: outcome.reason }
  return { uploadStatus: 'processed' }
}

const processingStatuses = { processed: 'succeeded', failed: 'failed', rejected: 'terminated' } as const

/** Returns the `processingDetails` part of a video at `now` (ms since the epoch). */
export function processingDetails(video: Video, now: number): Record<string, unknown> {
  const done = now >= video.readyAt
  const availability = done ? 'available' : 'inProgress'
  return {
    processingStatus: done ? processingStatuses[video.outcome.kind] : 'processing',
    ...(done ? {} : { processingProgress: { timeLeftMs: String(video.readyAt - now) } }),
    ...(done && video.outcome.kind === 'failed' ? { processingFailureReason: 'transcodeFailed' } : {}),
    fileDetailsAvailability: availability,
    processingIssuesAvailability: availability,
    tagSuggestionsAvailability: availability,
    editorSuggestionsAvailability: availability,
    thumbnailsAvailability: availability,
  }
}
