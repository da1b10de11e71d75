import {
  type Context,
  counterSeries,
  installationGauges,
  measureDurations,
  processGaugeSeries,
  processMetricOptions,
  readGauges,
} from '@carillon/service'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

export interface Metrics {
  /** Notes the end of a job. */
  observeJob(job: { task: string; outcome: 'done' | 'failed'; seconds: number }): void
  contentType: string
  /** All current metrics in the text format of Prometheus. */
  read(): Promise<string>
}

/** Adds the gauges of the whole installation; they are omitted while the database is unreachable. */
function addGauges(registry: Registry, context: Context): () => Promise<void> {
  const registers = [registry]
  const up = new Gauge({
    name: 'carillon_database_up',
    help: 'Whether the database responded (1) or not (0).',
    registers,
  })
  const gauges = Object.entries(installationGauges).map(([name, { help, labels, values }]) => {
    const gauge = new Gauge({ name, help, labelNames: [...labels], registers })
    return { gauge, labels, values }
  })
  return async () => {
    // A gauge without labels has a value from the start.
    for (const { gauge, labels } of gauges) labels.length > 0 ? gauge.reset() : gauge.remove()
    try {
      const read = await readGauges(context)
      for (const { gauge, labels, values } of gauges) {
        for (const [names, value] of values(read)) {
          gauge.set(Object.fromEntries(labels.map((label, index) => [label, names[index] ?? ''])), value)
        }
      }
      up.set(1)
    } catch (error) {
      context.log.warn({ err: error }, 'metrics cannot be read')
      up.set(0)
    }
  }
}

/** Prometheus metrics. Labels contain only names of tasks, states and outcomes: no ids. */
export function createMetrics(context: Context): Metrics {
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
  const readAll = addGauges(registry, context)
  return {
    observeJob: ({ task, outcome, seconds }) => duration.observe({ task, outcome }, seconds),
    contentType: registry.contentType,
    async read() {
      await readAll()
      return registry.metrics()
    },
  }
}
