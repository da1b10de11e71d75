import type { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'

/** Wakes whoever waits for a publication to move. */
export interface PublicationWatch {
  /** Resolves when the publication's status has changed, or after `ms` at the latest. Begin before reading the row. */
  moved(id: string, ms: number): { wait(): Promise<void>; stop(): void }
}

export function createPublicationWatch(events: EventEmitter): PublicationWatch {
  const waiting = new Map<string, Set<() => void>>()
  events.on('publication', (id: string) => {
    for (const wake of waiting.get(id) ?? []) wake()
  })
  return {
    moved(id, ms) {
      const stopping = new AbortController()
      const { promise, resolve } = Promise.withResolvers<void>()
      const wakers = waiting.get(id) ?? new Set()
      waiting.set(id, wakers.add(resolve))
      const timer = sleep(ms, undefined, { signal: stopping.signal }).catch(() => {})
      return {
        wait: () => Promise.race([promise, timer]),
        stop() {
          stopping.abort()
          wakers.delete(resolve)
          if (wakers.size === 0) waiting.delete(id)
        },
      }
    },
  }
}
