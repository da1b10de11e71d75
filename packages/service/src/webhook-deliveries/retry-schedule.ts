const minute = 60
const hour = 60 * minute

/**
 * Seconds between the attempts of a delivery: after the first failure the first, and so on. After the last one, the
 * delivery has failed.
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

/** By which part a delay is longer or shorter at random, so that not all deliveries of an outage return at once. */
const jitter = 0.2

/** The longest `Retry-After` of an endpoint that is respected. */
const maxRetryAfterSeconds = 24 * hour

/** An endpoint is disabled after so many seconds in which every attempt failed, and at least so many attempts. */
export const failingLimit = { seconds: 5 * 24 * hour, attempts: retryDelays.length + 1 } as const

export interface Failed {
  /** Failed attempts of the delivery, this one included. */
  failures: number
  /** The milliseconds in `Retry-After`; undefined without one. */
  retryAfterMs: number | undefined
}

/**
 * Seconds until the next attempt; null if none follows.
 * @param scale factor for the delays, not for `Retry-After`
 * @param random from 0 up to 1
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
