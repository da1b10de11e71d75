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

interface Batches {
  /** The entries that are still to be stored, keyed by id. */
  waiting: Map<string, AuditRow>
  /** Stores all waiting entries. Resolves with false if storing failed. */
  flush(): Promise<boolean>
}

/**
 * Builds a queue of entries that are stored in batches, one batch at a time. A batch that fails is stored again,
 * without the entries that the database rejects.
 */
function batches({ onFailure, isWanted, ...parts }: BatchOptions): Batches {
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
    flush: () => (running === undefined ? run() : runNext(running)),
  }
}

/** The actions that wait until their entries are stored. */
class Openings {
  /** The functions that resume the actions, keyed by entry id. */
  readonly #resume = new Map<string, () => void>()

  has(id: string): boolean {
    return this.#resume.has(id)
  }

  /** Resolves when `resume` is called for the entry, or after a second. */
  wait(id: string): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const bound = setTimeout(resolve, maxWaitMs)
    this.#resume.set(id, () => {
      clearTimeout(bound)
      this.#resume.delete(id)
      resolve()
    })
    return promise
  }

  resume(id: string): void {
    this.#resume.get(id)?.()
  }
}

interface WriterOptions {
  db(): Db
  log: Logger
}

class Writer implements AuditWriter {
  readonly #log: Logger
  readonly #openings = new Openings()
  readonly #opening: Batches
  readonly #ending: Batches
  #timer: NodeJS.Timeout | undefined
  #dropped = 0
  #isClosed = false
  #isAboutToOpen = false

  constructor({ db, log }: WriterOptions) {
    this.#log = log
    const onFailure = (error: unknown) => this.#notStored(error)
    const rejected = (err: unknown) => log.error({ err }, 'audit entry rejected by the database')
    this.#opening = batches({
      store: async (rows) => {
        await openAuditEntries(db(), rows)
        for (const { id } of rows) this.#openings.resume(id)
      },
      onRejected: ({ id }, err) => {
        rejected(err)
        this.#openings.resume(id)
      },
      onFailure,
      // An entry that has ended meanwhile is stored as such.
      isWanted: (id) => this.#openings.has(id),
    })
    this.#ending = batches({
      store: (rows) => endAuditEntries(db(), rows),
      onRejected: (_entry, err) => rejected(err),
      onFailure,
      isWanted: () => true,
    })
  }

  begin(entry: AuditRow): Promise<void> {
    const stored = this.#openings.wait(entry.id)
    this.#opening.waiting.set(entry.id, entry)
    this.#openSoon()
    return stored
  }

  end(entry: AuditRow): void {
    this.#opening.waiting.delete(entry.id)
    this.#openings.resume(entry.id)
    const isRejection = entry.status !== null && entry.status >= 400
    if (this.#ending.waiting.size >= maxWaiting && isRejection) this.#dropped++
    else this.#ending.waiting.set(entry.id, entry)
    this.#later(gatherMs)
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#timer)
    await this.#opening.flush()
    await this.#ending.flush()
  }

  #notStored(err: unknown): void {
    this.#log.warn({ err }, 'audit entries not stored yet')
  }

  #later(ms: number): void {
    if (this.#isClosed) return
    this.#timer ??= setTimeout(async () => {
      this.#timer = undefined
      const opened = await this.#opening.flush()
      const ended = await this.#ending.flush()
      if (!opened || !ended) this.#later(againMs)
      if (this.#dropped > 0 && ended) {
        this.#log.error({ count: this.#dropped }, 'entries of rejected requests are missing in the audit log')
        this.#dropped = 0
      }
    }, ms)
  }

  /**
   * Stores the open entries in the next turn of the event loop, so that the statements that requests send at once go
   * before.
   */
  #openSoon(): void {
    if (this.#isAboutToOpen) return
    this.#isAboutToOpen = true
    setImmediate(() => {
      this.#isAboutToOpen = false
      this.#opening.flush().then(
        (isStored) => {
          if (!isStored) this.#later(againMs)
        },
        (error: unknown) => this.#notStored(error),
      )
    })
  }
}

export function createAuditWriter(options: WriterOptions): AuditWriter {
  return new Writer(options)
}
