import { type Db, numberEvents } from '@carillon/database'
import type { Logger } from '@carillon/log'

/**
 * The numbering of committed events, which gives them their positions in the event feed. Clients do not see an event
 * before it is numbered.
 */
export interface EventNumbering {
  /**
   * Numbers the committed events after 20 ms, or after 100 ms if no webhook endpoint was enabled at the last numbering.
   * All calls until then share one numbering. Without a call, a worker numbers the events within seconds.
   */
  soon(): void
  /**
   * Numbers the events that were committed before the call, and resolves then. If more than 500 wait, or another
   * process is numbering them, the rest is numbered in the background.
   * @throws Error if the database fails
   */
  now(): Promise<void>
  /**
   * Numbers the events that `soon` announced, at most 500, and waits for the end. A failure is logged; the rest is left
   * to workers.
   */
  close(): Promise<void>
}

interface NumberingOptions {
  db(): Db
  log: Logger
  /** Called after deliveries of events have been created. */
  onDeliveries?(): void
}

/** Milliseconds for which events are gathered: `delivered` while a webhook endpoint is enabled, otherwise `read`. */
const gatherMs = { delivered: 20, read: 100 } as const
/** Milliseconds to wait for another process that is numbering. */
const othersMs = 20

export function createEventNumbering({ db, log, onDeliveries }: NumberingOptions): EventNumbering {
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  let isClosed = false
  let waitMs: number = gatherMs.delivered

  async function number(): Promise<void> {
    const { count, hasMore, hasDeliveries, hasEndpoints } = await numberEvents(db())
    waitMs = hasEndpoints ? gatherMs.delivered : gatherMs.read
    if (hasDeliveries) onDeliveries?.()
    if (hasMore) later(count > 0 ? 0 : othersMs)
  }

  function run(): Promise<void> {
    const begun = (running ?? Promise.resolve()).catch(() => {}).then(number)
    running = begun
    return begun
  }

  function later(ms: number): void {
    if (timer !== undefined || isClosed) return
    timer = setTimeout(() => {
      timer = undefined
      run().catch((error: unknown) => log.warn({ err: error }, 'events not numbered'))
    }, ms)
  }

  return {
    soon: () => later(waitMs),
    now: run,
    async close() {
      isClosed = true
      if (timer !== undefined) {
        clearTimeout(timer)
        run().catch(() => {})
      }
      await running?.catch((error: unknown) => log.warn({ err: error }, 'events not numbered'))
    },
  }
}
