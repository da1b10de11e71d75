import { type Bar, type Figure, type Measure, meets, type Row } from './measure.ts'

export interface Result {
  row: Row
  measure: Measure
  seconds: number
}

const headings = ['row', 'figure', 'median', 'low to high', 'bar', '']

/** Three digits that matter. */
function written(value: number): string {
  if (!Number.isFinite(value)) return '–'
  if (Math.abs(value) >= 100) return String(Math.round(value))
  return String(Number(value.toPrecision(3)))
}

function limit({ atLeast, atMost }: Bar): string {
  if (atLeast !== undefined) return `≥ ${atLeast}`
  return atMost === undefined ? '' : `≤ ${atMost}`
}

function verdict(bar: Bar, figure: Figure | undefined): string {
  if (bar.atLeast === undefined && bar.atMost === undefined) return ''
  return meets(bar, figure) ? 'ok' : 'MISSED'
}

function linesOf({ row, measure }: Result): string[][] {
  return row.bars.map((bar, index) => {
    const figure = measure[bar.figure]
    const spread = figure && figure.low !== figure.high ? `${written(figure.low)} – ${written(figure.high)}` : ''
    const median = figure ? `${written(figure.median)} ${bar.unit}`.trim() : 'not measured'
    return [index === 0 ? row.id : '', bar.figure, median, spread, limit(bar), verdict(bar, figure)]
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

export function missed({ row, measure }: Result): readonly Bar[] {
  return row.bars.filter((bar) => verdict(bar, measure[bar.figure]) === 'MISSED')
}
