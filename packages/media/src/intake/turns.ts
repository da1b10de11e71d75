import { setImmediate as nextTurn } from 'node:timers/promises'

/** Bytes of one stream that are handled before others get a turn: a fraction of a millisecond of hashing and decoding. */
export const turnBytes = 128 * 1024

/**
 * Shares the event loop between streams. Call the function that is returned with the length of every chunk, and wait for
 * it: after `turnBytes` it goes on in the next turn of the loop. Meanwhile the stream's buffer fills and its socket is
 * not read, so that a fast sender gets no more of a turn than a slow one.
 */
export function takeTurns(): (bytes: number) => Promise<void> | undefined {
  let handled = 0
  return (bytes) => {
    handled += bytes
    if (handled < turnBytes) return undefined
    handled = 0
    return nextTurn()
  }
}
