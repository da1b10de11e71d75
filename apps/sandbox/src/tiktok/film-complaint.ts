import type { Film } from './film.ts'
import { isWebm, measureFilm } from './film.ts'
import type { FailureReason } from './publication.ts'

const maxFilmBytes = 1024 ** 3
const seconds = { min: 3, max: 600 }
const minSide = 360
const frames = { min: 23, max: 60 }

const checks: { reason: FailureReason; fails(film: Film, creatorMaxSeconds: number): boolean }[] = [
  {
    reason: 'duration_check_failed',
    fails: (film, creatorMax) => film.seconds < seconds.min || film.seconds > Math.min(seconds.max, creatorMax),
  },
  { reason: 'file_format_check_failed', fails: ({ width, height }) => Math.min(width, height) < minSide },
  {
    reason: 'frame_rate_check_failed',
    // Rates such as 59.94 are written with rounded durations, so the border is not sharp.
    fails: ({ framesPerSecond: rate }) => rate !== null && (rate < frames.min - 0.05 || rate > frames.max + 0.05),
  },
]

export interface FilmVerdict {
  reason: FailureReason | null
  seconds: number | null
}

/** Checks a film against the network's limits and the creator's own. WebM is taken as it is: only its format is known. */
export function judgeFilm(bytes: Buffer, creatorMaxSeconds: number): FilmVerdict {
  if (bytes.length > maxFilmBytes) return { reason: 'file_format_check_failed', seconds: null }
  if (isWebm(bytes)) return { reason: null, seconds: null }
  const film = measureFilm(bytes)
  if (!film) return { reason: 'file_format_check_failed', seconds: null }
  const failed = checks.find((check) => check.fails(film, creatorMaxSeconds))
  return { reason: failed?.reason ?? null, seconds: film.seconds }
}
