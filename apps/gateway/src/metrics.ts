import { type Operation, operations, waitsFor } from '@carillon/contract'
import type { RequestHandler } from 'express'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import {
  type Context,
  counterSeries,
  measureDurations,
  processGaugeSeries,
  processMetricOptions,
  sharedScrape,
} from './service.ts'

/** The values of the label `waits`, keyed by operation id: `network`, `client` or `nothing`. */
const waits = new Map(Object.entries<Operation>(operations).map(([id, operation]) => [id, waitsFor(operation)]))

export interface Metrics {
  /**
   * Counts a request that has ended. `operation` is its operation id or path template; `status` its HTTP status, or
   * `gone` if the client did not wait for the response.
   */
  observe(request: { operation: string; status: string; seconds: number }): void
  handler: RequestHandler
}

/**
 * Creates the Prometheus metrics of the gateway and the handler that serves them. Labels have only values of fixed
 * lists, such as operation ids, path templates, statuses and networks, never user data.
 */
export function createMetrics(context: Pick<Context, 'counters' | 'durations' | 'now' | 'pool'>): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, ...processMetricOptions })
  for (const counter of counterSeries(context)) new Counter({ ...counter, registers: [registry] })
  for (const gauge of processGaugeSeries(context)) new Gauge({ ...gauge, registers: [registry] })
  measureDurations(context, (histogram) => new Histogram({ ...histogram, registers: [registry] }))
  const duration = new Histogram({
    name: 'carillon_http_request_duration_seconds',
    help: 'Time from the headers of a request to the end of its response.',
    labelNames: ['operation', 'status', 'waits'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120],
    registers: [registry],
  })
  const scrape = sharedScrape(() => registry.metrics(), context)
  return {
    observe: ({ operation, status, seconds }) =>
      duration.observe({ operation, status, waits: waits.get(operation) ?? 'other' }, seconds),
    handler: async (_req, res) => {
      const bytes = await scrape()
      res.type(registry.contentType).set('Content-Length', String(bytes.length)).end(bytes)
    },
  }
}
