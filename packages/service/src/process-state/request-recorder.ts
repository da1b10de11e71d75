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

/**
 * A buffer that stores the API requests of this process for the request list, many at once. Its functions never throw
 * or delay a request.
 */
export interface RequestRecorder {
  /** Records a request that has ended; it is stored within moments, or dropped if 10,000 requests already wait. */
  note(request: NewApiRequest): void
  /** Tries once to store all waiting requests. Those that cannot be stored are lost. */
  close(): Promise<void>
}

export function createRequestRecorder({
  db,
  log,
  enabled,
}: {
  db(): Db
  log: Logger
  /** Whether requests are recorded at all. */
  enabled: boolean
}): RequestRecorder {
  let waiting: NewApiRequest[] = []
  let timer: NodeJS.Timeout | undefined
  let dropped = 0
  let isClosed = false

  const onRejected = (_request: NewApiRequest, err: unknown) => log.error({ err }, 'request rejected by the database')

  async function storeAll(): Promise<void> {
    while (waiting.length > 0) {
      const rows = waiting.slice(0, maxBatch)
      await storeInParts(rows, { store: (part) => insertApiRequests(db(), part), onRejected })
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
