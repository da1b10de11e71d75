import type { EventEmitter } from 'node:events'
import { hintedId, writeChannel } from '@carillon/database'

/** A notifier that wakes callers that wait for changes of a write, or of an organization's event feed. */
export interface WriteWatch {
  /**
   * Starts watching an id. `wait` resolves with the payload of the next notification for it, or with an empty string
   * after `ms` milliseconds; `stop` has to be called in any case. Call `changed` before reading the row, so that no
   * change is missed.
   */
  changed(id: string, ms: number): { wait(): Promise<string>; stop(): void }
}

/**
 * Creates a watch, with which a caller waits for the next change of an object: `events` emits, on `channel` (by
 * default that of external writes), payloads that begin with the id of the changed object.
 */
export function createWriteWatch(events: EventEmitter, channel: string = writeChannel): WriteWatch {
  const waiting = new Map<string, Set<(payload: string) => void>>()
  events.on(channel, (payload: string) => {
    for (const wake of waiting.get(hintedId(payload)) ?? []) wake(payload)
  })
  return {
    changed(id, ms) {
      const { promise, resolve } = Promise.withResolvers<string>()
      const wakers = waiting.get(id) ?? new Set()
      waiting.set(id, wakers.add(resolve))
      const timer = setTimeout(resolve, ms, '')
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
