import type { Block } from './blocks.ts'
import { namesOf, sumOf } from './daily.ts'
import { labelOf, type Unit, unitOf } from './labels.ts'

export interface Total {
  value: number
  unit: Unit | undefined
}

type Entry = readonly [label: string, total: Total]

function totalsIn(block: Block): Entry[] {
  if (block.kind === 'figures') {
    return block.tiles.flatMap(({ label, value, unit }): Entry[] =>
      typeof value === 'number' ? [[label, { value, unit }]] : [],
    )
  }
  if (block.kind !== 'days') return []
  return namesOf(block.rows).reported.flatMap((name): Entry[] => {
    const value = sumOf(block.rows, name)
    return value === null ? [] : [[labelOf(name), { value, unit: unitOf(name) }]]
  })
}

/**
 * The totals of a report, keyed by their labels: its single figures that are numbers, and the sums of its daily
 * figures.
 */
export function totalsOf(blocks: readonly Block[]): ReadonlyMap<string, Total> {
  return new Map(blocks.flatMap(totalsIn))
}

/** The labels that at least one of the reports has, those that occur in most reports first. */
export function labelsOf(reports: readonly ReadonlyMap<string, Total>[]): string[] {
  const labels = [...new Set(reports.flatMap((totals) => [...totals.keys()]))]
  const count = (label: string) => reports.filter((totals) => totals.has(label)).length
  return labels.sort((a, b) => count(b) - count(a))
}
