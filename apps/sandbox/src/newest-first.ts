/**
 * Those of the latest moment first; `at` tells the moment of one, in milliseconds. `all` is in the order in which they were
 * made, and of several that were made within one millisecond the last is the newest.
 */
export function newestFirst<T>(all: Iterable<T>, at: (one: T) => number): T[] {
  return [...all].reverse().sort((one, other) => at(other) - at(one))
}
