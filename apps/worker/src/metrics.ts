import { type Context, counterSeries, readGauges } from '@carillon/service'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

export interface Metrics {
  /** Notes the end of a job. */
  observeJob(job: { task: string; outcome: 'done' | 'failed'; seconds: number }): void
  contentType: string
  /** All current metrics in the text format of Prometheus. */
  read(): Promise<string>
}

/** Adds the gauges of the whole installation, which every worker reports alike. They are omitted while the database is unreachable. */
function addGauges(registry: Registry, context: Context): () => Promise<void> {
  const registers = [registry]
  const up = new Gauge({
    name: 'carillon_database_up',
    help: 'Whether the database responded (1) or not (0).',
    registers,
  })
  const jobs = new Gauge({
    name: 'carillon_queue_jobs',
    help: 'Jobs of all workers: due, later, running, failed for good, or waiting for a place in the queue.',
    labelNames: ['state'],
    registers,
  })
  const oldest = new Gauge({
    name: 'carillon_queue_oldest_due_seconds',
    help: 'How long the oldest job that could run has been waiting.',
    registers,
  })
  const oldestDelivery = new Gauge({
    name: 'carillon_webhook_oldest_due_seconds',
    help: 'How long the oldest due delivery to an endpoint has been waiting.',
    registers,
  })
  const endpoints = new Gauge({
    name: 'carillon_webhook_endpoints',
    help: 'Endpoints of all organizations by status.',
    labelNames: ['status'],
    registers,
  })
  const waiting = new Gauge({
    name: 'carillon_events_waiting',
    help: 'Events that have no place in the feed yet.',
    registers,
  })
  const open = new Gauge({
    name: 'carillon_external_writes',
    help: 'External writes that have not ended (accepted, processing) or whose outcome nobody knows (unknown), by kind.',
    labelNames: ['kind', 'status'],
    registers,
  })
  const reconnect = new Gauge({
    name: 'carillon_accounts_to_reconnect',
    help: 'Connected accounts whose access ends within 14 days unless their users log in again, by network.',
    labelNames: ['network'],
    registers,
  })
  return async () => {
    for (const gauge of [jobs, endpoints, open, reconnect]) gauge.reset()
    for (const gauge of [oldest, oldestDelivery, waiting]) gauge.remove()
    try {
      const { queue, events, writes, ending } = await readGauges(context)
      const { oldestDueSeconds, ...counts } = queue
      for (const [state, count] of Object.entries(counts)) jobs.set({ state }, count)
      oldest.set(oldestDueSeconds)
      oldestDelivery.set(events.oldestDueSeconds)
      waiting.set(events.waiting)
      for (const status of ['enabled', 'disabled'] as const) endpoints.set({ status }, events[status])
      for (const { kind, status, count } of writes) open.set({ kind, status }, count)
      for (const { platform: network, count } of ending) reconnect.set({ network }, count)
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
  collectDefaultMetrics({ register: registry })
  const duration = new Histogram({
    name: 'carillon_job_duration_seconds',
    help: 'Time that a job ran in this process.',
    labelNames: ['task', 'outcome'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300],
    registers: [registry],
  })
  for (const counter of counterSeries(context)) new Counter({ ...counter, registers: [registry] })
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
