/** The sandbox's clock: the time of the machine's clock, plus what `POST /clock` has added. It cannot be moved back. */
export interface Clock {
  /** Returns the time in ms since the epoch. */
  now(): number
  /**
   * Moves the clock forward by `ms` milliseconds, a whole number from 0. Throws a `RangeError` for any other value, and
   * beyond the year 9999.
   */
  advance(ms: number): void
  /** The objects whose data a snapshot stores and restores. */
  records: object
  /**
   * Returns by how many ms the clock was moved since `machineMs`, a time of the machine's clock in ms since the epoch.
   */
  movedSince(machineMs: number): number
}

/** The latest time in ms since the epoch: later ones are not written in four digits of a year, or not at all. */
const END = Date.UTC(9999, 11, 31)

/**
 * Creates a clock that starts at the machine's time.
 * @param machine returns the machine's time in ms since the epoch
 */
export function createClock(machine: () => number = Date.now): Clock {
  const moves: { at: number; ms: number }[] = []
  const movedSince = (time: number) => moves.reduce((sum, { at, ms }) => (at >= time ? sum + ms : sum), 0)
  return {
    movedSince,
    records: { moves },
    now: () => machine() + movedSince(0),
    advance(ms) {
      if (!Number.isSafeInteger(ms) || ms < 0) throw new RangeError('advanceMs is a whole number, zero or more')
      if (machine() + movedSince(0) + ms > END) throw new RangeError('advanceMs: the clock ends with the year 9999')
      moves.push({ at: machine(), ms })
    },
  }
}
