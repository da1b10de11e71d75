import type { Context } from '../context.ts'

/**
 * Options for prom-client's default metrics: the interval in ms at which the delay of the event loop is sampled. Each
 * sample wakes the process, and with the default of 10 ms they would be most of the work of an idle process.
 */
export const processMetricOptions = { eventLoopMonitoringPrecision: 1_000 } as const

/**
 * PromQL for the delay of the event loop in seconds, without the interval between two samples, which prom-client adds.
 */
export const eventLoopDelay = `nodejs_eventloop_lag_p99_seconds - ${processMetricOptions.eventLoopMonitoringPrecision / 1_000}`

interface GaugeMetric {
  set(labels: Record<string, string>, value: number): void
}

interface ProcessGauge {
  help: string
  labels: readonly string[]
  /** Returns the values, each with the values of its labels. */
  read(context: Pick<Context, 'pool' | 'now'>): readonly (readonly [labels: readonly string[], value: number])[]
}

/** Gauges of one process, keyed by metric name. Reading them does not query the database. */
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

/** Returns the options of prom-client's `Gauge` for each gauge of this process; its values are read at each scrape. */
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
