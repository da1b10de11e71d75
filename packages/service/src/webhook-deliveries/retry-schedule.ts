const minute = 60
const hour = 60 * minute

/**
 * The seconds before each retry of a delivery, without jitter and scale: the first entry follows the first failure. If
 * the attempt after the last delay fails, the delivery has failed.
 */
export const retryDelays = [
  5,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour,
] as const

/**
 * The share by which a delay is randomly longer or shorter (±20 %), so that deliveries do not all return at once after
 * an outage.
 */
const jitter = 0.2

/** The maximum `Retry-After` of an endpoint that is respected, in seconds. */
const maxRetryAfterSeconds = 24 * hour

/** Returns the maximum number of seconds between two attempts of a delivery, for a factor of the delays. */
export const maxRetrySeconds = (scale: number): number =>
  Math.max(maxRetryAfterSeconds, Math.max(...retryDelays) * (1 + jitter) * scale)

/**
 * The limit after which an endpoint is disabled: all attempts have failed for this many seconds (times
 * `WEBHOOK_RETRY_SCALE`), and at least this many attempts.
 */
export const failingLimit = { seconds: 5 * 24 * hour, attempts: retryDelays.length + 1 } as const

/**
 * Seconds for which a process makes no attempt to an endpoint whose secret or headers cannot be decrypted (times
 * `WEBHOOK_RETRY_SCALE`). Its deliveries stay due meanwhile, and none of their attempts is used up.
 */
export const unreadableSeconds = 5 * minute

export interface Failed {
  /** The number of failed attempts of the delivery, including the last one. */
  failures: number
  /** The milliseconds of `Retry-After`; undefined if the header is absent or invalid. */
  retryAfterMs: number | undefined
}

/**
 * Returns the seconds until the next attempt of a delivery, by `retryDelays` with ±20 % jitter or by `Retry-After` (up
 * to 24 hours) if that is longer; null if there is no further attempt.
 * @param options.scale factor for the delays, but not for `Retry-After`
 * @param options.random returns a number from 0 (inclusive) to 1 (exclusive)
 */
export function secondsUntilRetry(
  { failures, retryAfterMs }: Failed,
  { scale, random }: { scale: number; random: () => number },
): number | null {
  const delay = retryDelays[failures - 1]
  if (delay === undefined) return null
  const wanted = Math.min((retryAfterMs ?? 0) / 1_000, maxRetryAfterSeconds)
  return Math.max(delay * scale * (1 - jitter + 2 * jitter * random()), wanted)
}
