import { addNetworkCalls, type Db, type NetworkCalls } from '@carillon/database'
import { isPlatform, type Platform } from '@carillon/domain'
import type { Logger } from '@carillon/log'
import type { CallRecord } from '@carillon/outbound'
import { settingsOf } from '@carillon/providers'
import { LoneServer } from './lone-server.ts'
import { operationsBesideServers, operationsElsewhere } from './operations-elsewhere.ts'

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
  add(call: Pick<CallRecord, 'network' | 'operation' | 'host' | 'status' | 'kind' | 'durationMs'>): void
  /** Stores the waiting counts. */
  close(): Promise<void>
}

const isBesideServers = (operation: string): boolean =>
  operation
    .split('.')
    .slice(0, -1)
    .some((part) => operationsBesideServers.includes(part))

type Judged = Pick<CallRecord, 'operation' | 'host'> & {
  /** Whether the call failed or was slow. */
  isBad: boolean
}

/**
 * Creates the counter of this process's calls to each network, of failed calls (no response, or 5xx) and of slow calls
 * (over 10 s). A call whose caller stopped waiting within 10 s does not count as failed. Every 15 s, the counts are
 * added to those of the current minute in the database. Counts that cannot be stored are lost, as they only show the
 * state of networks. Where users choose their servers, only calls to these count, and failed or slow ones only if
 * another server has had such calls within ten minutes.
 */
export function createCallCounter({ db, log, now }: { db(): Db; log: Logger; now(): Date }): CallCounter {
  let counts = new Map<Platform, NetworkCalls>()
  let timer: NodeJS.Timeout | undefined
  const loneServers = new Map<Platform, LoneServer>()

  /** Returns whether a call says something about its network, rather than about a server that a user chose. */
  function isOfNetwork(platform: Platform, { operation, host, isBad }: Judged): boolean {
    if (operationsElsewhere.includes(operation)) return false
    if (settingsOf[platform].serversOfUsers !== true) return true
    if (isBesideServers(operation)) return false
    const server = loneServers.get(platform) ?? new LoneServer()
    loneServers.set(platform, server)
    return !isBad || !server.isAlone({ host, at: now().getTime() })
  }

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
    add({ network, operation, host, status, kind, durationMs }) {
      if (!isPlatform(network)) return
      const isSlow = durationMs > slowCallMs
      // A caller that soon stops waiting, such as a client that leaves, shows no failure of the network.
      const hasFailed = status === undefined ? kind !== 'aborted' || isSlow : status >= 500
      if (!isOfNetwork(network, { operation, host, isBad: hasFailed || isSlow })) return
      const count = counts.get(network) ?? { network, calls: 0, failed: 0, slow: 0 }
      count.calls++
      if (hasFailed) count.failed++
      if (isSlow) count.slow++
      counts.set(network, count)
      timer ??= setTimeout(store, gatherMs).unref()
    },
    close: store,
  }
}
