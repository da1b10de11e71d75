import { keysOf } from '@carillon/errors'
import { counterRows } from '../process-state/counters.ts'
import { durationRows } from '../process-state/durations.ts'
import { installationGauges } from './installation-gauges.ts'
import { processGauges } from './process-gauges.ts'

interface MetricRow {
  name: string
  type: 'counter' | 'gauge' | 'histogram'
  labels: readonly string[]
  help: string
  /** The processes that report the metric. */
  processes: 'gateway' | 'worker' | 'both'
}

/** Metrics that only gateways or only workers report. */
const ofOne: readonly MetricRow[] = [
  {
    ...{ name: 'carillon_http_request_duration_seconds', type: 'histogram', labels: ['operation', 'status', 'waits'] },
    help: 'Time from the headers of a request to the end of its response; `waits` says what the operation waits for besides the database: `nothing`, a `network`, or its `client`; `other` for what is not an operation.',
    processes: 'gateway',
  },
  {
    ...{ name: 'carillon_job_duration_seconds', type: 'histogram', labels: ['task', 'outcome'] },
    help: 'Time that a job ran in this process.',
    processes: 'worker',
  },
  {
    ...{ name: 'carillon_database_up', type: 'gauge', labels: [] },
    help: 'Whether the database responded (1) or not (0).',
    processes: 'worker',
  },
  {
    ...{ name: 'carillon_database_lock_wait_seconds', type: 'gauge', labels: [] },
    help: 'For how long the statement that has waited longest for a lock of another session has waited.',
    processes: 'worker',
  },
]

/**
 * Returns the name, type, labels, help and reporting processes of all metrics that Carillon itself defines, for the
 * documentation.
 */
export function metricRows(): MetricRow[] {
  const gauges = (
    table: Readonly<Record<string, { labels: readonly string[]; help: string }>>,
    of: 'both' | 'worker',
  ) =>
    Object.entries(table).map(
      ([name, { labels, help }]): MetricRow => ({ name, type: 'gauge', labels, help, processes: of }),
    )
  return [
    ...ofOne,
    ...keysOf(durationRows).map((name): MetricRow => {
      const { labels, help } = durationRows[name]
      return { name: `carillon_${name}_duration_seconds`, type: 'histogram', labels, help, processes: 'both' }
    }),
    ...keysOf(counterRows).map((name): MetricRow => {
      const { labels, help } = counterRows[name]
      return { name: `carillon_${name}_total`, type: 'counter', labels, help, processes: 'both' }
    }),
    ...gauges(processGauges, 'both'),
    ...gauges(installationGauges, 'worker'),
  ]
}
