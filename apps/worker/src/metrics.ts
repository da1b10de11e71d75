import { setTimeout as sleep } from 'node:timers/promises'
import {
  type Context,
  counterSeries,
  installationGauges,
  measureDurations,
  metricRows,
  processGaugeSeries,
  processMetricOptions,
  readGauges,
  readLockWait,
  sharedScrape,
} from '@carillon/service'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

export interface Metrics {
  /** Records the end of a job. */
  observeJob(job: { task: string; outcome: 'done' | 'failed'; seconds: number }): void
  contentType: string
  /**
   * Returns all metrics, as they were at most a second ago, in Prometheus' text format. Gauges that cannot be read from
   * the database within 2.5 s are omitted. `carillon_database_up` is 0 if a query that no lock delays does not respond
   * either.
   */
  read(): Promise<Buffer>
}

/** The maximum time in ms that a scrape waits for the database; Prometheus itself usually waits ten seconds. */
const maxReadMs = 2_500

/**
 * Returns a function that resolves with the result of `read`, or rejects with an `Error` after 2.5 s. The read then
 * continues, and the next call waits for it instead of starting another.
 */
function inTime<T>(read: () => Promise<T>): () => Promise<T> {
  let reading: Promise<T> | undefined
  return async () => {
    reading ??= read().finally(() => {
      reading = undefined
    })
    const late = sleep(maxReadMs, undefined, { ref: false }).then(() => {
      throw new Error(`the database did not respond within ${maxReadMs} ms`)
    })
    return Promise.race([reading, late])
  }
}

interface Reading<T> {
  read(): Promise<T>
  /** Sets the gauges; null means that they cannot be read now. */
  show(read: T | null): void
}

/** Creates the gauges of the whole installation. */
function installationReading(registry: Registry, context: Context): Reading<Awaited<ReturnType<typeof readGauges>>> {
  const gauges = Object.entries(installationGauges).map(([name, { help, labels, values }]) => {
    const gauge = new Gauge({ name, help, labelNames: [...labels], registers: [registry] })
    return { gauge, labels, values }
  })
  return {
    read: () => readGauges(context),
    show(read) {
      for (const { gauge, labels, values } of gauges) {
        // A gauge without labels has a value from the start.
        labels.length > 0 ? gauge.reset() : gauge.remove()
        for (const [names, value] of read === null ? [] : values(read)) {
          gauge.set(Object.fromEntries(labels.map((label, index) => [label, names[index] ?? ''])), value)
        }
      }
    },
  }
}

/**
 * Creates the gauges of whether the database responds and of how many seconds statements wait for locks. They are read
 * apart from those of the installation, because no lock on a table delays them.
 */
function databaseReading(registry: Registry, context: Context): Reading<number> {
  const help = (name: string) => metricRows().find((row) => row.name === name)?.help ?? ''
  const create = (name: string) => new Gauge({ name, help: help(name), registers: [registry] })
  const up = create('carillon_database_up')
  const lockWait = create('carillon_database_lock_wait_seconds')
  return {
    read: () => readLockWait(context),
    show(seconds) {
      up.set(seconds === null ? 0 : 1)
      seconds === null ? lockWait.remove() : lockWait.set(seconds)
    },
  }
}

/** Returns a function that reads gauges from the database and shows them. A failed read is logged and shown as null. */
function addReading<T>({ read, show }: Reading<T>, context: Context): () => Promise<void> {
  const readInTime = inTime(read)
  return async () => {
    try {
      show(await readInTime())
    } catch (error) {
      context.log.warn({ err: error }, 'metrics cannot be read')
      show(null)
    }
  }
}

/**
 * Creates the Prometheus metrics of a worker. Each label has few possible values, such as names of tasks, networks,
 * kinds, states and outcomes, never ids.
 * @param options.keptMs milliseconds for which the result of a scrape is returned to further scrapes; 1000 if omitted.
 *   Set only by tests.
 */
export function createMetrics(context: Context, options: { keptMs?: number } = {}): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry, ...processMetricOptions })
  const duration = new Histogram({
    name: 'carillon_job_duration_seconds',
    help: 'Time that a job ran in this process.',
    labelNames: ['task', 'outcome'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300],
    registers,
  })
  for (const counter of counterSeries(context)) new Counter({ ...counter, registers })
  for (const gauge of processGaugeSeries(context)) new Gauge({ ...gauge, registers })
  measureDurations(context, (histogram) => new Histogram({ ...histogram, registers }))
  const readings = [
    addReading(databaseReading(registry, context), context),
    addReading(installationReading(registry, context), context),
  ]
  return {
    observeJob: ({ task, outcome, seconds }) => duration.observe({ task, outcome }, seconds),
    contentType: registry.contentType,
    read: sharedScrape(
      async () => {
        await Promise.all(readings.map((read) => read()))
        return registry.metrics()
      },
      { now: context.now, ...options },
    ),
  }
}
