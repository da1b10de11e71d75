/** Numbers for new ids: 1, 2, 3 … */
export interface Counter {
  next(): number
  /** The latest number. Setting it, as a restored snapshot does, leaves out those that may have been used after it. */
  last: number
}

/** More than a sandbox hands out between two snapshots. */
const LEFT_OUT = 10_000

/** A counter that starts at 0 and can be restored from a snapshot. */
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
