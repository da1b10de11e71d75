import { type AuditRow, type Db, endAuditEntries, openAuditEntries } from '@carillon/database'
import type { Logger } from '@carillon/log'

/** How long, in ms, entries that have ended wait for each other. */
const gatherMs = 50
/** The maximum number of entries of one statement. */
const maxBatch = 500
/** Milliseconds after which entries that could not be stored are stored again. */
const againMs = 1_000
/**
 * How long, in ms, an action waits for its entry while the database is slow. After that the entry is lost if the process
 * dies before it is stored.
 */
const maxWaitMs = 1_000
/** Entries that wait in memory while the database cannot be reached; later ones of rejections are counted only. */
const maxWaiting = 50_000

/** Stores the entries of this process in the audit log, several at once. No function throws, or fails an action. */
export interface AuditWriter {
  /**
   * Stores an entry before its action changes anything. The entry is then as durable as the change: if the process dies
   * meanwhile, the entry is in the log without an outcome.
   */
  begin(entry: AuditRow): Promise<void>
  /** Stores an entry with its outcome, soon. */
  end(entry: AuditRow): void
  /** Stores what is waiting. */
  close(): Promise<void>
}

/**
 * Entries that are stored in batches, one at a time; a batch that fails is stored again.
 * @param isWanted whether an entry of a failed batch still has to be stored
 */
function batches(
  store: (rows: readonly AuditRow[]) => Promise<void>,
  { onFailure, isWanted }: { onFailure: (error: unknown) => void; isWanted: (id: string) => boolean },
) {
  const waiting = new Map<string, AuditRow>()
  let running: Promise<boolean> | undefined
  let next: Promise<boolean> | undefined

  async function storeOne(): Promise<boolean> {
    const rows = [...waiting.values()].slice(0, maxBatch)
    for (const { id } of rows) waiting.delete(id)
    try {
      await store(rows)
      return true
    } catch (error) {
      // One that has been added again meanwhile is newer.
      for (const row of rows) if (!waiting.has(row.id) && isWanted(row.id)) waiting.set(row.id, row)
      onFailure(error)
      return false
    }
  }

  async function storeAll(): Promise<boolean> {
    while (waiting.size > 0) if (!(await storeOne())) return false
    return true
  }

  function run(): Promise<boolean> {
    running = storeAll().finally(() => {
      running = undefined
    })
    return running
  }

  /** Begins once the current run has ended; those that wait share it. */
  function runNext(current: Promise<boolean>): Promise<boolean> {
    next ??= current.then(() => {
      next = undefined
      return run()
    })
    return next
  }

  return {
    waiting,
    /** Stores everything that is waiting. Returns whether all are stored. */
    flush: (): Promise<boolean> => (running === undefined ? run() : runNext(running)),
  }
}

export function createAuditWriter({ db, log }: { db(): Db; log: Logger }): AuditWriter {
  let timer: NodeJS.Timeout | undefined
  let dropped = 0
  let isClosed = false
  const notStored = (err: unknown) => log.warn({ err }, 'audit entries not stored yet')
  /** Entries that are being opened, with the functions that let their actions go on. */
  const openings = new Map<string, () => void>()
  const opening = batches(
    async (rows) => {
      await openAuditEntries(db(), rows)
      for (const { id } of rows) openings.get(id)?.()
    },
    // An entry that has ended meanwhile is stored as such.
    { onFailure: notStored, isWanted: (id) => openings.has(id) },
  )
  const ending = batches((rows) => endAuditEntries(db(), rows), { onFailure: notStored, isWanted: () => true })

  function later(ms: number): void {
    if (isClosed) return
    timer ??= setTimeout(async () => {
      timer = undefined
      const opened = await opening.flush()
      const ended = await ending.flush()
      if (!opened || !ended) later(againMs)
      if (dropped > 0 && ended) {
        log.error({ count: dropped }, 'entries of rejected requests are missing in the audit log')
        dropped = 0
      }
    }, ms)
  }

  async function openWaiting(): Promise<void> {
    if (!(await opening.flush())) later(againMs)
  }

  return {
    begin(entry) {
      const { promise, resolve } = Promise.withResolvers<void>()
      const bound = setTimeout(resolve, maxWaitMs)
      openings.set(entry.id, () => {
        clearTimeout(bound)
        openings.delete(entry.id)
        resolve()
      })
      opening.waiting.set(entry.id, entry)
      openWaiting().catch(notStored)
      return promise
    },
    end(entry) {
      opening.waiting.delete(entry.id)
      openings.get(entry.id)?.()
      const isRejection = entry.status !== null && entry.status >= 400
      if (ending.waiting.size >= maxWaiting && isRejection) dropped++
      else ending.waiting.set(entry.id, entry)
      later(gatherMs)
    },
    async close() {
      isClosed = true
      clearTimeout(timer)
      await opening.flush()
      await ending.flush()
    },
  }
}
