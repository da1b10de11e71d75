import { keysOf } from '@carillon/errors'
import type { Context } from './context.ts'
import { counterRows } from './counters.ts'

interface Sample {
  labels: Record<string, string>
  count: number
}

/** The counters of this process for its metrics: one series per counter. */
export function counterSeries({ counters }: Pick<Context, 'counters'>) {
  return keysOf(counterRows).map((name) => {
    const { help, labels } = counterRows[name]
    const read = (): Sample[] =>
      counters.read(name).map(({ labels: values, count }) => ({
        labels: Object.fromEntries(labels.map((label, index) => [label, values[index] ?? ''])),
        count,
      }))
    return { name: `carillon_${name}_total`, help, labelNames: [...labels], read }
  })
}
