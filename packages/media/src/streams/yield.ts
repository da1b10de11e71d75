import { setImmediate as nextTurn } from 'node:timers/promises'

/**
 * The number of bytes of one stream that are processed before other streams continue: a fraction of a millisecond of
 * hashing and decoding.
 */
const yieldBytes = 128 * 1024

/**
 * Returns a function that shares the event loop between streams. Call it with the length of every chunk in bytes and
 * await the result: after every 128 KiB it is a promise that resolves in the next turn of the event loop, otherwise
 * undefined. Meanwhile the stream's socket is not read, so that fast senders get no larger share than slow ones.
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
