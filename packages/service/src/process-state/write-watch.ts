import type { EventEmitter } from 'node:events'
import { writeChannel } from '@carillon/database'

/** A notifier that wakes callers that wait for changes of a write, or of an organization's event feed. */
export interface WriteWatch {
  /**
   * Starts watching an id. `wait` resolves at the next notification for it, after `ms` milliseconds at the latest;
   * `stop` has to be called in any case. Call `changed` before reading the row, so that no change is missed.
   */
  changed(id: string, ms: number): { wait(): Promise<void>; stop(): void }
}

/**
 * Creates a watch, with which a caller waits for the next change of an object: `events` emits the id of each changed
 * object on `channel`, by default that of external writes.
 */
export function createWriteWatch(events: EventEmitter, channel: string = writeChannel): WriteWatch {
  const waiting = new Map<string, Set<() => void>>()
  events.on(channel, (id: string) => {
    for (const wake of waiting.get(id) ?? []) wake()
  })
  return {
    changed(id, ms) {
      const { promise, resolve } = Promise.withResolvers<void>()
      const wakers = waiting.get(id) ?? new Set()
      waiting.set(id, wakers.add(resolve))
      const timer = setTimeout(resolve, ms)
      return {
        wait: () => promise,
        stop() {
          clearTimeout(timer)
          wakers.delete(resolve)
          if (wakers.size === 0) waiting.delete(id)
        },
      }
    },
  }
}
