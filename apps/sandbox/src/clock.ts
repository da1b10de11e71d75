/** The sandbox's clock: the machine's, moved forward by `POST /clock`. It never goes back. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number
  /** Moves the clock forward; `ms` is a whole number of milliseconds, zero or more. */
  advance(ms: number): void
}

/** A clock that starts at the machine's time. `machine` tells milliseconds since the epoch. */
export function createClock(machine: () => number = Date.now): Clock {
  let offset = 0
  return {
    now: () => machine() + offset,
    advance(ms) {
      if (!Number.isSafeInteger(ms) || ms < 0) throw new RangeError('advanceMs is a whole number, zero or more')
      offset += ms
    },
  }
}
