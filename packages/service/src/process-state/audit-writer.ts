import { type AuditRow, type Db, endAuditEntries, openAuditEntries } from '@carillon/database'
import type { Logger } from '@carillon/log'
import { type PartsOptions, storeInParts } from '../store-in-parts.ts'

/** Milliseconds that ended entries wait for others to be stored together. */
const gatherMs = 50
/** The maximum number of entries stored in one statement. */
const maxBatch = 500
/** Milliseconds after which storing is retried. */
const againMs = 1_000
/**
 * The maximum time in ms that an action waits for its entry to be stored. If the process then dies before it is, the
 * entry is lost.
 */
const maxWaitMs = 1_000
/**
 * The number of ended entries that may wait in memory. Beyond it, entries of rejected requests (a status of 400 or
 * more) are only counted; all others are still kept.
 */
const maxWaiting = 50_000

/**
 * A buffer that stores audit entries of this process, several at once. Its functions never throw, and never make an
 * action fail.
 */
export interface AuditWriter {
  /**
   * Stores an entry and resolves when it is stored, or after a second at the latest; storing is then retried. Call it
   * before the action changes anything: if the process dies meanwhile, the entry is in the log without an outcome.
   */
  begin(entry: AuditRow): Promise<void>
  /**
   * Stores the entry with its outcome within moments; returns at once. While 50,000 entries wait, those of rejected
   * requests (a status of 400 or more) are only counted.
   */
  end(entry: AuditRow): void
  /** Tries once to store all waiting entries. Those that cannot be stored are lost. */
  close(): Promise<void>
}

interface BatchOptions extends PartsOptions<AuditRow> {
  onFailure(error: unknown): void
  /** Whether an entry of a failed batch still has to be stored. */
  isWanted(id: string): boolean
}

/**
 * Builds a queue of entries that are stored in batches, one batch at a time. A batch that fails is stored again, without
 * the entries that the database rejects.
 */
function batches({ onFailure, isWanted, ...parts }: BatchOptions) {
  const waiting = new Map<string, AuditRow>()
  let running: Promise<boolean> | undefined
  let next: Promise<boolean> | undefined

  async function storeOne(): Promise<boolean> {
    const rows = [...waiting.values()].slice(0, maxBatch)
    for (const { id } of rows) waiting.delete(id)
    try {
      await storeInParts(rows, parts)
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

  /** Starts a run after the current one. All callers until then share it. */
  function runNext(current: Promise<boolean>): Promise<boolean> {
    next ??= current.then(() => {
      next = undefined
      return run()
    })
    return next
  }

  return {
    waiting,
    /** Stores all waiting entries. Returns false if storing failed. */
    flush: (): Promise<boolean> => (running === undefined ? run() : runNext(running)),
  }
}

export function createAuditWriter({ db, log }: { db(): Db; log: Logger }): AuditWriter {
  let timer: NodeJS.Timeout | undefined
  let dropped = 0
  let isClosed = false
  const notStored = (err: unknown) => log.warn({ err }, 'audit entries not stored yet')
  /** The functions that resume the actions of entries that are being stored, keyed by entry id. */
  const openings = new Map<string, () => void>()
  const rejected = (err: unknown) => log.error({ err }, 'audit entry rejected by the database')
  const opening = batches({
    async store(rows) {
      await openAuditEntries(db(), rows)
      for (const { id } of rows) openings.get(id)?.()
    },
    onRejected({ id }, err) {
      rejected(err)
      openings.get(id)?.()
    },
    onFailure: notStored,
    // An entry that has ended meanwhile is stored as such.
    isWanted: (id) => openings.has(id),
  })
  const ending = batches({
    store: (rows) => endAuditEntries(db(), rows),
    onRejected: (_entry, err) => rejected(err),
    onFailure: notStored,
    isWanted: () => true,
  })

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

  let isAboutToOpen = false

  /**
   * Stores the open entries in the next turn of the event loop, so that the statements that requests send at once go
   * before.
   */
  function openSoon(): void {
    if (isAboutToOpen) return
    isAboutToOpen = true
    setImmediate(() => {
      isAboutToOpen = false
      opening.flush().then((isStored) => {
        if (!isStored) later(againMs)
      }, notStored)
    })
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
      openSoon()
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
