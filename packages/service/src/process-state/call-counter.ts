import { addNetworkCalls, type Db, type NetworkCalls } from '@carillon/database'
import { isPlatform, type Platform } from '@carillon/domain'
import type { Logger } from '@carillon/log'
import type { CallRecord } from '@carillon/outbound'
import { operationsElsewhere } from './operations-elsewhere.ts'

/** Milliseconds for which calls are counted in memory before the counts are stored. */
const gatherMs = 15_000
const minuteMs = 60_000
/** Calls that take longer than this many ms count as slow. */
const slowCallMs = 10_000

/**
 * A counter of the calls of this process to networks per minute. It stores the counts in the database, where all
 * processes can read them. Its functions never throw.
 */
export interface CallCounter {
  /** Counts a call if it went to a host of a network. */
  add(call: Pick<CallRecord, 'network' | 'operation' | 'status' | 'kind' | 'durationMs'>): void
  /** Stores the waiting counts. */
  close(): Promise<void>
}

/**
 * Creates the counter of this process's calls to each network, of failed calls (no response, or 5xx) and of slow calls
 * (over 10 s). A call whose caller stopped waiting within 10 s does not count as failed. Every 15 s, the counts are
 * added to those of the current minute in the database. Counts that cannot be stored are lost, as they only show the
 * state of networks.
 */
export function createCallCounter({ db, log, now }: { db(): Db; log: Logger; now(): Date }): CallCounter {
  let counts = new Map<Platform, NetworkCalls>()
  let timer: NodeJS.Timeout | undefined

  async function store(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    const rows = [...counts.values()]
    counts = new Map()
    if (rows.length === 0) return
    const minute = new Date(Math.floor(now().getTime() / minuteMs) * minuteMs)
    await addNetworkCalls(db(), { minute, rows }).catch((err: unknown) => log.warn({ err }, 'calls were not counted'))
  }

  return {
    add({ network, operation, status, kind, durationMs }) {
      if (!isPlatform(network) || operationsElsewhere.includes(operation)) return
      const count = counts.get(network) ?? { network, calls: 0, failed: 0, slow: 0 }
      count.calls++
      const isSlow = durationMs > slowCallMs
      // A caller that soon stops waiting, such as a client that leaves, shows no failure of the network.
      const hasFailed = status === undefined ? kind !== 'aborted' || isSlow : status >= 500
      if (hasFailed) count.failed++
      if (isSlow) count.slow++
      counts.set(network, count)
      timer ??= setTimeout(store, gatherMs).unref()
    },
    close: store,
  }
}
