/** The calls that an ad account has taken of late. */
export interface Meter {
  /** Points by second, oldest first. */
  seconds: { second: number; points: number }[]
  points: number
  /** Milliseconds since the epoch; 0 when it is not blocked. */
  blockedUntil: number
}

/** A rate meter without any points. */
export function createMeter(): Meter {
  return { seconds: [], points: 0, blockedUntil: 0 }
}
