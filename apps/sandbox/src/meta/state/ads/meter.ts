/** The recent use of an ad account's rate limit. `points` is the sum over `seconds`. */
export interface Meter {
  /** The points of each second that had calls, oldest first. `second` is in seconds since the epoch. */
  seconds: { second: number; points: number }[]
  points: number
  /** The time in ms since the epoch until which the account is blocked; 0 if it is not. */
  blockedUntil: number
}

/** Creates the rate limit meter of an ad account that has made no calls and is not blocked. */
export function createMeter(): Meter {
  return { seconds: [], points: 0, blockedUntil: 0 }
}
