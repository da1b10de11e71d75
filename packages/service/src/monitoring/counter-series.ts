import { keysOf } from '@carillon/errors'
import type { Context } from '../context.ts'
import { counterRows } from '../process-state/counters.ts'

interface CounterMetric {
  reset(): void
  inc(labels: Record<string, string>, count: number): void
}

/**
 * Returns the options of prom-client's `Counter` for each counter of this process; its value is read at each scrape.
 */
export function counterSeries({ counters }: Pick<Context, 'counters'>) {
  return keysOf(counterRows).map((name) => {
    const { help, labels } = counterRows[name]
    return {
      name: `carillon_${name}_total`,
      help,
      labelNames: [...labels],
      collect(this: CounterMetric): void {
        this.reset()
        for (const { labels: values, count } of counters.read(name)) {
          this.inc(Object.fromEntries(labels.map((label, index) => [label, values[index] ?? ''])), count)
        }
      },
    }
  })
}
