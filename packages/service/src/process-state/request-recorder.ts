import { type Db, insertApiRequests, type NewApiRequest } from '@carillon/database'
import type { Logger } from '@carillon/log'

/** How long, in ms, requests that have ended wait for others. */
const gatherMs = 500
/** The maximum number of requests of one statement. */
const maxBatch = 1_000
/** Milliseconds after which requests that could not be stored are stored again. */
const againMs = 2_000
/** Requests that wait in memory; later ones are counted only. */
const maxWaiting = 10_000

/** Keeps the requests of this process, many at once. No function throws, or delays a request. */
export interface RequestRecorder {
  /** Keeps a request that has ended. */
  note(request: NewApiRequest): void
  /** Stores what is waiting. */
  close(): Promise<void>
}

export function createRequestRecorder({
  db,
  log,
  enabled,
}: {
  db(): Db
  log: Logger
  /** Whether requests are kept at all. */
  enabled: boolean
}): RequestRecorder {
  let waiting: NewApiRequest[] = []
  let timer: NodeJS.Timeout | undefined
  let dropped = 0
  let isClosed = false

  async function storeAll(): Promise<void> {
    while (waiting.length > 0) {
      const rows = waiting.slice(0, maxBatch)
      await insertApiRequests(db(), rows)
      waiting = waiting.slice(rows.length)
    }
  }

  async function flush(): Promise<boolean> {
    try {
      await storeAll()
      return true
    } catch (err) {
      log.warn({ err, count: waiting.length }, 'requests not stored yet')
      return false
    }
  }

  function later(ms: number): void {
    if (isClosed) return
    timer ??= setTimeout(async () => {
      const stored = await flush()
      timer = undefined
      if (!stored) return later(againMs)
      if (dropped > 0) log.warn({ count: dropped }, 'requests are missing in the list of requests')
      dropped = 0
      if (waiting.length > 0) later(gatherMs)
    }, ms)
  }

  return {
    note(request) {
      if (!enabled || isClosed) return
      if (waiting.length >= maxWaiting) dropped++
      else waiting.push(request)
      later(gatherMs)
    },
    async close() {
      isClosed = true
      clearTimeout(timer)
      await flush()
    },
  }
}
