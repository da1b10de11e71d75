import type { EventEmitter } from 'node:events'

/** The channel on which the database announces changes of a write's status. */
export const writeChannel = 'external_write'

/** Notifies the callers that wait for a write. */
export interface WriteWatch {
  /**
   * Resolves when the write's status has changed, after `ms` milliseconds at the latest. Call it before reading the
   * row, so that no change is missed.
   */
  changed(id: string, ms: number): { wait(): Promise<void>; stop(): void }
}

/**
 * Lets requests wait for changes of external writes. `events` emits the id of each changed write on the write channel.
 */
export function createWriteWatch(events: EventEmitter): WriteWatch {
  const waiting = new Map<string, Set<() => void>>()
  events.on(writeChannel, (id: string) => {
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
