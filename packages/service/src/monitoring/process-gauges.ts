import type { Context } from '../context.ts'

/**
 * Options of prom-client's metrics of a process: the milliseconds between two looks at the delay of the event loop. With
 * its usual 10 ms, these looks are most of what a process at rest does. The delays contain this interval.
 */
export const processMetricOptions = { eventLoopMonitoringPrecision: 100 } as const

interface GaugeMetric {
  set(labels: Record<string, string>, value: number): void
}

interface ProcessGauge {
  help: string
  labels: readonly string[]
  /** The values with those of the labels. */
  read(context: Pick<Context, 'pool' | 'now'>): readonly (readonly [labels: readonly string[], value: number])[]
}

/** What a process has at the moment; reading it costs no statement. */
export const processGauges: Readonly<Record<string, ProcessGauge>> = {
  carillon_database_connections: {
    help: 'Connections of this process to the database, in use or idle.',
    labels: ['state'],
    read: ({ pool }) => [
      [['used'], pool.totalCount - pool.idleCount],
      [['idle'], pool.idleCount],
    ],
  },
  carillon_database_waiting: {
    help: 'Callers in this process that wait for a connection to the database.',
    labels: [],
    read: ({ pool }) => [[[], pool.waitingCount]],
  },
  carillon_clock_seconds: {
    help: 'The clocks of the machine and of the database, which the process goes by, in seconds since 1970; compared with the time of the scrape, they show which is wrong.',
    labels: ['clock'],
    read: ({ now }) => [
      [['machine'], Date.now() / 1_000],
      [['database'], now().getTime() / 1_000],
    ],
  },
}

/** The gauges of this process as configurations of Prometheus gauges. */
export function processGaugeSeries(context: Pick<Context, 'pool' | 'now'>) {
  return Object.entries(processGauges).map(([name, { help, labels, read }]) => ({
    name,
    help,
    labelNames: [...labels],
    collect(this: GaugeMetric): void {
      for (const [values, value] of read(context)) {
        this.set(Object.fromEntries(labels.map((label, index) => [label, values[index] ?? ''])), value)
      }
    },
  }))
}
