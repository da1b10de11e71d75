/**
 * Sorts items by time, newest first. Of items with the same time, the one created last comes first.
 * @param all the items in the order of their creation
 * @param at returns the time of an item in ms
 */
export function newestFirst<T>(all: Iterable<T>, at: (one: T) => number): T[] {
  return [...all].reverse().sort((one, other) => at(other) - at(one))
}
