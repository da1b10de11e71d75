import { setImmediate as nextTurn } from 'node:timers/promises'

/** The number of entries that are converted at once: a few milliseconds of work. */
const atOnce = 250

/**
 * Converts every entry of a list and returns the results in the same order. The event loop serves other requests after
 * every 250 entries, so that a long list does not block the process. Rejects with the error of `convert`.
 */
export async function mapInTurns<T, R>(list: readonly T[], convert: (entry: T) => R): Promise<R[]> {
  const converted: R[] = []
  for (let from = 0; from < list.length; from += atOnce) {
    if (from > 0) await nextTurn()
    converted.push(...list.slice(from, from + atOnce).map(convert))
  }
  return converted
}
