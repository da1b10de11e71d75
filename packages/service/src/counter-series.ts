import { keysOf } from '@carillon/errors'
import type { Context } from './context.ts'
import { counterRows } from './counters.ts'

interface Sample {
  labels: Record<string, string>
  count: number
}

/** What use cases counted in this process: one series for each counter, to be read whenever metrics are collected. */
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
