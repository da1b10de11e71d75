import { setImmediate as nextTurn } from 'node:timers/promises'

/**
 * Bytes of one stream that are processed before other streams continue: a fraction of a millisecond of hashing and
 * decoding.
 */
const yieldBytes = 128 * 1024

/**
 * Shares the event loop between streams. Call the returned function with the length of every chunk and await it: after
 * `yieldBytes` it resolves in the next turn of the loop. Meanwhile the stream's buffer fills and its socket is not read,
 * so that fast senders get no larger share than slow ones.
 */
export function createYield(): (bytes: number) => Promise<void> | undefined {
  let handled = 0
  return (bytes) => {
    handled += bytes
    if (handled < yieldBytes) return undefined
    handled = 0
    return nextTurn()
  }
}
