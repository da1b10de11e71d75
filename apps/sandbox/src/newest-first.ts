/**
 * Sorts by time, newest first. `at` returns the time of an item in milliseconds. Of several items of the same
 * millisecond, the one that was created last comes first; `all` is in the order of creation.
 */
export function newestFirst<T>(all: Iterable<T>, at: (one: T) => number): T[] {
  return [...all].reverse().sort((one, other) => at(other) - at(one))
}
