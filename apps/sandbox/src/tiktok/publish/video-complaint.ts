import type { FailureReason } from '../store/publish-record.ts'
import type { Video } from './video.ts'
import { isWebm, measureVideo } from './video.ts'

const maxVideoBytes = 1024 ** 3
const seconds = { min: 3, max: 600 }
const minSide = 360
const frames = { min: 23, max: 60 }

const checks: { reason: FailureReason; fails(video: Video, creatorMaxSeconds: number): boolean }[] = [
  {
    reason: 'duration_check_failed',
    fails: (video, creatorMax) => video.seconds < seconds.min || video.seconds > Math.min(seconds.max, creatorMax),
  },
  { reason: 'file_format_check_failed', fails: ({ width, height }) => Math.min(width, height) < minSide },
  {
    reason: 'frame_rate_check_failed',
    // Rates such as 59.94 are written with rounded durations, so the border is not sharp.
    fails: ({ framesPerSecond: rate }) => rate !== null && (rate < frames.min - 0.05 || rate > frames.max + 0.05),
  },
]

export interface VideoVerdict {
  reason: FailureReason | null
  seconds: number | null
}

/**
 * Checks a video against TikTok's limits and the creator's maximum length in seconds. `reason` is why TikTok rejects
 * the video, null if it is accepted; `seconds` is its length, null if it was not measured. Of a WebM file, only the
 * size in bytes is checked.
 */
export function checkVideo(bytes: Buffer, creatorMaxSeconds: number): VideoVerdict {
  if (bytes.length > maxVideoBytes) return { reason: 'file_format_check_failed', seconds: null }
  if (isWebm(bytes)) return { reason: null, seconds: null }
  const video = measureVideo(bytes)
  if (!video) return { reason: 'file_format_check_failed', seconds: null }
  const failed = checks.find((check) => check.fails(video, creatorMaxSeconds))
  return { reason: failed?.reason ?? null, seconds: video.seconds }
}
