import type { EventEmitter } from 'node:events'
import { writeChannel } from '@carillon/database'

/** Notifies the callers that wait for a change, of a write or of the feed of an organization. */
export interface WriteWatch {
  /**
   * Resolves when a change of what has this id is announced, after `ms` milliseconds at the latest. Call it before
   * reading the row, so that no change is missed.
   */
  changed(id: string, ms: number): { wait(): Promise<void>; stop(): void }
}

/** Lets requests wait for changes. `events` emits the id of what has changed on the channel. */
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
