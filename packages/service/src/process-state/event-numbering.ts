import { type Db, numberEvents } from '@carillon/database'
import type { Logger } from '@carillon/log'

/** Gives events of committed changes their places in the feed. */
export interface EventNumbering {
  /** Begins soon, together with other events of this process. Without a call, a worker finds them in seconds. */
  soon(): void
  /**
   * Resolves when all events that were committed before the call have their places, or another process is giving them.
   * @throws if the database fails
   */
  now(): Promise<void>
  /** Waits for the end of what has begun. */
  close(): Promise<void>
}

export interface NumberingOptions {
  db(): Db
  log: Logger
  /** Called when events have got their places. */
  onNumbered?(): void
}

/** How long, in ms, events of this process wait for each other. */
const gatherMs = 5
/** How long, in ms, to wait for another process that is giving places. */
const othersMs = 20

export function createEventNumbering({ db, log, onNumbered }: NumberingOptions): EventNumbering {
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  let isClosed = false

  async function number(): Promise<void> {
    const { count, hasMore } = await numberEvents(db())
    if (count > 0) onNumbered?.()
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
    soon: () => later(gatherMs),
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
