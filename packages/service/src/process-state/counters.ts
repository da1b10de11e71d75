/** The counters of a process, keyed by name, with their help and labels. They start at zero with the process. */
export const counterRows = {
  writes_ended: {
    help: 'External writes that ended, by their kind and the status they ended in.',
    labels: ['kind', 'status'],
  },
  write_attempts: {
    help: 'Calls that cannot be taken back, by the kind of their write and what became of them.',
    labels: ['kind', 'outcome'],
  },
  report_metrics_dropped: {
    help: 'Metrics that reports lack because the network rejects them, by platform and metric.',
    labels: ['platform', 'metric'],
  },
  webhook_requests: {
    help: 'Requests that networks posted: stored, discarded (push is off), unsigned, invalid (not JSON) or unavailable (not stored).',
    labels: ['outcome'],
  },
  webhook_events: {
    help: 'Events of such requests by what they were: message, status, comment, account, skipped, broken, or of an unknown_account.',
    labels: ['kind'],
  },
  drift: {
    help: 'Fields of responses that differ from the documentation of their network, by network and field.',
    labels: ['network', 'field'],
  },
  database_failovers: {
    help: 'Promotions of a database server that this process noticed first, by whether its standby was synchronous.',
    labels: ['standby'],
  },
  webhook_deliveries: {
    help: 'Attempts of deliveries to endpoints by outcome: delivered, retry, failed (given up), or cancelled.',
    labels: ['outcome'],
  },
  errors: { help: 'Responses of the API that are errors, by operation and code.', labels: ['operation', 'code'] },
  token_refreshes: {
    help: 'Refreshes of tokens, by network and by how they ended; expired: the user has to connect again; server_failed: the server that the user chose failed.',
    labels: ['network', 'outcome'],
  },
} as const

type CounterName = keyof typeof counterRows

interface Counted {
  /** The values of the labels, in the order in which `counterRows` lists them. */
  labels: readonly string[]
  count: number
}

export interface Counters {
  /** Adds one. `labels` are the values of the labels, in the order in which `counterRows` lists them. */
  add(name: CounterName, labels: readonly string[]): void
  /** Returns the counts since the start of the process, one for each combination of labels that has occurred. */
  read(name: CounterName): readonly Counted[]
}

/** Creates the counters of a process, kept in memory. */
export function createCounters(): Counters {
  const counts = new Map<CounterName, Map<string, Counted>>()
  const of = (name: CounterName) => counts.get(name) ?? new Map<string, Counted>()
  return {
    add(name, labels) {
      const counted = of(name)
      const key = labels.join('\n')
      counts.set(name, counted.set(key, { labels, count: (counted.get(key)?.count ?? 0) + 1 }))
    },
    read: (name) => [...of(name).values()],
  }
}
