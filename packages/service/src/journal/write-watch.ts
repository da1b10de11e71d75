import type { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ExternalWriteRow } from '@carillon/database'
import { readExternalWrite } from '@carillon/database'
import type { Context } from '../context.ts'
import { isStoreFailure } from '../store-failure.ts'

/** The channel on which the database announces a changed status. */
export const writeChannel = 'external_write'

/** Wakes whoever waits for a write. */
export interface WriteWatch {
  /** Resolves when the write's status has changed, or after `ms` at the latest. Begin before reading the row. */
  changed(id: string, ms: number): { wait(): Promise<void>; stop(): void }
}

export function createWriteWatch(events: EventEmitter): WriteWatch {
  const waiting = new Map<string, Set<() => void>>()
  events.on(writeChannel, (id: string) => {
    for (const wake of waiting.get(id) ?? []) wake()
  })
  return {
    changed(id, ms) {
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

/** Pause in ms after which the row is read again even when no notification came. */
const lookAgainMs = 1_000

/**
 * Waits until the write is no longer processing, or the signal aborts. Once it is stored, a database that fails changes
 * nothing about it: the last row that could be read is returned, or undefined when there was none.
 */
export async function awaitWrite(
  context: Context,
  id: string,
  { until, signal }: { until: number; signal: AbortSignal },
): Promise<ExternalWriteRow | undefined> {
  let known: ExternalWriteRow | undefined
  for (;;) {
    const left = until - performance.now()
    const watch = context.writes.changed(id, Math.max(0, Math.min(lookAgainMs, left)))
    try {
      known = (await readIfPossible(context, id)) ?? known
      if ((known && known.status !== 'processing') || left <= 0 || signal.aborted) return known
      await watch.wait()
    } finally {
      watch.stop()
    }
  }
}

async function readIfPossible(context: Context, id: string): Promise<ExternalWriteRow | undefined> {
  try {
    return await readExternalWrite(context.db, id)
  } catch (error) {
    if (!isStoreFailure(error)) throw error
    context.log.warn({ writeId: id, err: error }, 'write not readable')
    return undefined
  }
}
