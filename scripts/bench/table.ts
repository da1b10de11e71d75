import type { MachineUse } from './machine.ts'
import { type Bar, isSteady, type Measure, meets, type Row } from './measure.ts'

export interface Result {
  row: Row
  measure: Measure
  machine: MachineUse
}

/** Shares of the machine from which on a time says nothing about Carillon, whether it meets its bar or not. */
const mostSteal = 0.05
const mostOthers = 0.1

/** Whether the machine did too much besides for a time to be held against its bar. */
const isDisturbed = ({ steal, others }: MachineUse) => steal > mostSteal || others > mostOthers

const headings = ['row', 'figure', 'median', 'low to high', 'bar', '', 'steal, others, load']

/** Three digits that matter. */
function written(value: number): string {
  if (!Number.isFinite(value)) return '–'
  if (Math.abs(value) >= 100) return String(Math.round(value))
  return String(Number(value.toPrecision(3)))
}

function limit({ atLeast, atMost }: Bar): string {
  if (atLeast !== undefined) return `≥ ${written(atLeast)}`
  return atMost === undefined ? '' : `≤ ${written(atMost)}`
}

function verdict({ measure, machine }: Result, bar: Bar): string {
  if (bar.atLeast === undefined && bar.atMost === undefined) return ''
  if (isDisturbed(machine) && !isSteady(bar)) return 'not measurable'
  return meets(bar, measure[bar.figure]) ? 'ok' : 'MISSED'
}

const percent = (share: number) => `${Math.round(share * 100)} %`

function linesOf(result: Result): string[][] {
  const { row, measure, machine } = result
  const use = `${percent(machine.steal)}, ${percent(machine.others)}, ${machine.load.toFixed(1)}`
  return row.bars.map((bar, index) => {
    const figure = measure[bar.figure]
    const spread = figure && figure.low !== figure.high ? `${written(figure.low)} – ${written(figure.high)}` : ''
    const median = figure ? `${written(figure.median)} ${bar.unit}`.trim() : 'not measured'
    return [
      index === 0 ? row.id : '',
      bar.figure,
      median,
      spread,
      limit(bar),
      verdict(result, bar),
      index === 0 ? use : '',
    ]
  })
}

/** Every figure with its spread and its bar, as a table of Markdown. */
export function tableOf(results: readonly Result[]): string {
  const lines = results.flatMap(linesOf)
  const widths = headings.map((heading, column) =>
    Math.max(heading.length, ...lines.map((line) => line[column]?.length ?? 0)),
  )
  const write = (cells: readonly string[]) => `| ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`
  const rule = `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`
  return [write(headings), rule, ...lines.map(write)].join('\n')
}

export function missed(result: Result): readonly Bar[] {
  return result.row.bars.filter((bar) => verdict(result, bar) === 'MISSED')
}
