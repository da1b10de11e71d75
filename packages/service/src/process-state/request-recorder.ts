import { type Db, insertApiRequests, type NewApiRequest } from '@carillon/database'
import type { Logger } from '@carillon/log'
import { storeInParts } from '../store-in-parts.ts'

/** Milliseconds that ended requests wait for others to be stored together. */
const gatherMs = 500
/** The maximum number of requests stored in one statement. */
const maxBatch = 1_000
/** Milliseconds after which storing is retried. */
const againMs = 2_000
/** The maximum number of requests that wait in memory. Further requests are only counted. */
const maxWaiting = 10_000
/** The maximum number of requests beyond a rate limit that this process records for each API key and minute. */
const maxLimited = 60

/**
 * A buffer that stores the API requests of this process for the request list, many at once. Its functions never throw
 * or delay a request.
 */
export interface RequestRecorder {
  /**
   * Records a request that has ended. It is stored within moments, or once the database can be reached again; it is
   * dropped if 10,000 requests already wait.
   * `isLimited` says whether the request was rejected because the API key or its organization had reached its rate
   * limit. Of such requests, only the first 60 of each key in a minute are recorded.
   */
  note(request: NewApiRequest, about?: { isLimited?: boolean }): void
  /** Tries once to store all waiting requests. Those that cannot be stored are lost. */
  close(): Promise<void>
}

/** Returns a function that says whether a request beyond a rate limit is one too many of its key in its minute. */
function limitedRequests(): (request: Pick<NewApiRequest, 'keyId' | 'at'>) => boolean {
  let minute = 0
  let counts = new Map<string, number>()
  return ({ keyId, at }) => {
    const current = Math.floor(at.getTime() / 60_000)
    if (current > minute) [minute, counts] = [current, new Map()]
    const count = (counts.get(keyId) ?? 0) + 1
    counts.set(keyId, count)
    return count > maxLimited
  }
}

interface RecorderOptions {
  db(): Db
  log: Logger
  /** Whether requests are recorded at all. */
  enabled: boolean
}

class Recorder implements RequestRecorder {
  readonly #options: RecorderOptions
  readonly #isTooMany = limitedRequests()
  #waiting: NewApiRequest[] = []
  #timer: NodeJS.Timeout | undefined
  #flushing = Promise.resolve(true)
  #dropped = 0
  #isClosed = false

  constructor(options: RecorderOptions) {
    this.#options = options
  }

  note(request: NewApiRequest, { isLimited = false } = {}): void {
    if (!this.#options.enabled || this.#isClosed || (isLimited && this.#isTooMany(request))) return
    if (this.#waiting.length >= maxWaiting) this.#dropped++
    else this.#waiting.push(request)
    this.#later(gatherMs)
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#timer)
    await this.#flush()
  }

  async #storeAll(): Promise<void> {
    const { db, log } = this.#options
    const onRejected = (_request: NewApiRequest, err: unknown) => log.error({ err }, 'request rejected by the database')
    while (this.#waiting.length > 0) {
      const rows = this.#waiting.slice(0, maxBatch)
      await storeInParts(rows, { store: (part) => insertApiRequests(db(), part), onRejected })
      this.#waiting = this.#waiting.slice(rows.length)
    }
  }

  async #tryFlush(): Promise<boolean> {
    try {
      await this.#storeAll()
      return true
    } catch (err) {
      this.#options.log.warn({ err, count: this.#waiting.length }, 'requests not stored yet')
      return false
    }
  }

  /** Stores one batch after another: two at the same time would both take the same requests. */
  #flush(): Promise<boolean> {
    this.#flushing = this.#flushing.then(() => this.#tryFlush())
    return this.#flushing
  }

  #later(ms: number): void {
    if (this.#isClosed) return
    this.#timer ??= setTimeout(async () => {
      const stored = await this.#flush()
      this.#timer = undefined
      if (!stored) return this.#later(againMs)
      if (this.#dropped > 0)
        this.#options.log.warn({ count: this.#dropped }, 'requests are missing in the list of requests')
      this.#dropped = 0
      if (this.#waiting.length > 0) this.#later(gatherMs)
    }, ms)
  }
}

export function createRequestRecorder(options: RecorderOptions): RequestRecorder {
  return new Recorder(options)
}
