import { keysOf } from '@carillon/errors'
import type { Context } from '../context.ts'
import { durationRows } from '../process-state/durations.ts'

interface HistogramMetric {
  observe(labels: Record<string, string>, seconds: number): void
}

interface HistogramConfiguration {
  name: string
  help: string
  labelNames: string[]
  buckets: number[]
}

/**
 * Creates a Prometheus histogram with `create` for each duration that this process measures, and passes all measured
 * values on to it.
 */
export function measureDurations(
  { durations }: Pick<Context, 'durations'>,
  create: (configuration: HistogramConfiguration) => HistogramMetric,
): void {
  const histograms = Object.fromEntries(
    keysOf(durationRows).map((name) => {
      const { help, labels, buckets } = durationRows[name]
      const metric = create({
        name: `carillon_${name}_duration_seconds`,
        help,
        labelNames: [...labels],
        buckets: [...buckets],
      })
      return [name, metric]
    }),
  )
  durations.listen((name, values, seconds) => {
    const { labels } = durationRows[name]
    const named = Object.fromEntries(labels.map((label, index) => [label, values[index] ?? '']))
    histograms[name]?.observe(named, seconds)
  })
}
