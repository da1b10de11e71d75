/** The sandbox's clock: the machine's, moved forward by `POST /clock`. It never goes back. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number
  /** Moves the clock forward; `ms` is a whole number of milliseconds, zero or more. */
  advance(ms: number): void
  /** The state that a snapshot contains. */
  records: object
  /** By how many milliseconds it was moved since a time (milliseconds) of the machine's clock. */
  movedSince(machineMs: number): number
}

/** A clock that starts at the machine's time. `machine` returns milliseconds since the epoch. */
export function createClock(machine: () => number = Date.now): Clock {
  const moves: { at: number; ms: number }[] = []
  const movedSince = (time: number) => moves.reduce((sum, { at, ms }) => (at >= time ? sum + ms : sum), 0)
  return {
    movedSince,
    records: { moves },
    now: () => machine() + movedSince(0),
    advance(ms) {
      if (!Number.isSafeInteger(ms) || ms < 0) throw new RangeError('advanceMs is a whole number, zero or more')
      moves.push({ at: machine(), ms })
    },
  }
}
