import type { Exchange, ShownExchange } from './bodies/exchange.ts'
import type { WireExchange } from './bodies/wire.ts'

/** The record of one call that a simulated network received. The journal here is the sandbox's list of calls. */
export interface JournalEntry {
  /** The time of receipt (ISO 8601) by the machine's clock, which is not affected by moving the sandbox's clock. */
  at: string
  network: string
  /** The name of the operation; null for a request for a page. */
  operation: string | null
  method: string
  /** The path at the network: without the sandbox's prefix, and without the query, which may contain tokens. */
  path: string
  /** The status that the caller received; null while the call runs, or if it received no complete response. */
  status: number | null
  /** The injected fault; null for none. */
  fault: string | null
}

/** An entry with its bodies. Both are null while the call runs, and after they were dropped to free memory. */
type EntryWithBodies = JournalEntry & (ShownExchange | { request: null; response: null })

/**
 * An entry with the whole call. Both parts are null while the call runs, and after they were dropped to free memory.
 */
type EntryOnWire = JournalEntry & (WireExchange | { request: null; response: null })

interface Filter {
  network?: string | undefined
  /** Selects the calls that were received at or after this time of the machine's clock, in ms since the epoch. */
  since?: number | undefined
}

export interface Journal {
  /**
   * Adds a call and returns its entry, whose `status` and `fault` are null. The caller sets them when they are known.
   */
  open(call: Omit<JournalEntry, 'at' | 'status' | 'fault'>): JournalEntry
  /** Keeps the bodies of a call that has ended. If all bodies together exceed 96 MiB, the oldest are dropped. */
  keepBodies(entry: JournalEntry, exchange: Exchange): void
  /** Returns the calls that the filter selects, in the order in which they were received. */
  read(filter: Filter): JournalEntry[]
  /** Like `read`, with the bodies of each call as they are shown. */
  readWithBodies(filter: Filter): EntryWithBodies[]
  /** Like `read`, with each call as it was sent. */
  readWire(filter: Filter): EntryOnWire[]
}

const KEPT_ENTRIES = 100_000
const KEPT_BODY_BYTES = 96 * 1024 * 1024

/**
 * Creates an empty journal of received calls. It keeps at least the latest 90,000 calls, and at most 96 MiB of their
 * bodies.
 * @param machine returns the machine's time in ms since the epoch
 */
export function createJournal(machine: () => number = Date.now): Journal {
  const entries: JournalEntry[] = []
  const exchanges = new Map<JournalEntry, Exchange>()
  let keptBytes = 0
  function forget(entry: JournalEntry): void {
    keptBytes -= exchanges.get(entry)?.size() ?? 0
    exchanges.delete(entry)
  }
  function read({ network, since }: Filter): JournalEntry[] {
    return entries.filter(
      (entry) =>
        (network === undefined || entry.network === network) && (since === undefined || Date.parse(entry.at) >= since),
    )
  }
  return {
    read,
    readWithBodies: (filter) =>
      read(filter).map((entry) => ({
        ...entry,
        ...(exchanges.get(entry)?.show() ?? { request: null, response: null }),
      })),
    readWire: (filter) =>
      read(filter).map((entry) => ({
        ...entry,
        ...(exchanges.get(entry)?.wire() ?? { request: null, response: null }),
      })),
    keepBodies(entry, exchange) {
      exchanges.set(entry, exchange)
      keptBytes += exchange.size()
      for (const oldest of exchanges.keys()) {
        if (keptBytes <= KEPT_BODY_BYTES) return
        forget(oldest)
      }
    },
    open({ network, operation, method, path }) {
      const at = new Date(machine()).toISOString()
      const entry: JournalEntry = { at, network, operation, method, path, status: null, fault: null }
      entries.push(entry)
      if (entries.length > KEPT_ENTRIES) for (const old of entries.splice(0, KEPT_ENTRIES / 10)) forget(old)
      return entry
    },
  }
}
