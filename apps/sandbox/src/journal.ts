/** One call that a network of the sandbox received. */
export interface JournalEntry {
  /** ISO 8601 time of receipt by the machine's clock, so that `since` means the same after the sandbox's clock was moved. */
  at: string
  network: string
  /** The operation's name, null for pages that people look at. */
  operation: string | null
  method: string
  /** As the network sees it: without the sandbox's own prefix and without the query, which may hold tokens. */
  path: string
  /** What the caller was answered; null while the call runs and for ever when it got no answer. */
  status: number | null
  /** The fault that was played, null when none was. */
  fault: string | null
}

export interface Journal {
  /** Adds a call; the caller fills `status` in when it is known. */
  open(call: Omit<JournalEntry, 'at' | 'status' | 'fault'>): JournalEntry
  /** The calls in order of receipt, of one network and from a time on when asked so. */
  read(filter: { network?: string | undefined; since?: number | undefined }): JournalEntry[]
}

const KEPT_ENTRIES = 100_000

/** An empty journal. `machine` tells milliseconds since the epoch. */
export function createJournal(machine: () => number = Date.now): Journal {
  const entries: JournalEntry[] = []
  return {
    open({ network, operation, method, path }) {
      const at = new Date(machine()).toISOString()
      const entry: JournalEntry = { at, network, operation, method, path, status: null, fault: null }
      entries.push(entry)
      if (entries.length > KEPT_ENTRIES) entries.splice(0, KEPT_ENTRIES / 10)
      return entry
    },
    read({ network, since }) {
      return entries.filter(
        (entry) =>
          (network === undefined || entry.network === network) &&
          (since === undefined || Date.parse(entry.at) >= since),
      )
    },
  }
}
