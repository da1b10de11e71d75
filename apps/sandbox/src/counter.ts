/** Generates numbers for new ids: 1, 2, 3 … */
export interface Counter {
  next(): number
  /**
   * The latest number that `next` returned; 0 before the first. Restoring a snapshot sets it. The setter adds 10,000 to
   * the stored number, which skips the numbers that may have been used after the snapshot.
   */
  last: number
}

/** How many numbers are skipped when `last` is set: more than a sandbox uses between two snapshots. */
const LEFT_OUT = 10_000

/** Creates a counter whose first number is 1. */
export function createCounter(): Counter {
  let count = 0
  return {
    next: () => ++count,
    get last() {
      return count
    },
    set last(stored) {
      count = stored + LEFT_OUT
    },
  }
}
