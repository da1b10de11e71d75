import { type GraphCall, linkTo } from '../../../meta/graph/call.ts'
import { invalidParameter } from '../../../meta/graph/graph-error.ts'
import type { InsightsRow } from '../../../meta/state/ads/insights-row.ts'
import { writeRow } from './fields.ts'

const MAX_LIMIT = 5_000

function cursorOf(at: number): string {
  return Buffer.from(`row:${at}`).toString('base64url')
}

function positionOf(cursor: string): number {
  const at = /^row:(\d+)$/.exec(Buffer.from(cursor, 'base64url').toString())?.[1]
  if (at === undefined) throw invalidParameter('Invalid cursors values.')
  return Number(at)
}

function rangeOf({ parameters }: GraphCall, limit: number): { start: number; end: number } {
  const [after = '', before] = [parameters.text('after'), parameters.text('before')]
  if (before === undefined) {
    const start = after === '' ? 0 : positionOf(after)
    return { start, end: start + limit }
  }
  const end = positionOf(before)
  return { start: Math.max(0, end - limit), end }
}

/**
 * Builds one page of insights: the rows from the cursor `after` on, those before the cursor `before`, or without a
 * cursor the first ones. The page has up to `limit` rows (default: 25), with `fields` of each. Cursors are positions,
 * as rows have no ids.
 * @throws GraphError with code 100 for an invalid cursor, or a limit that is invalid or above 5,000
 */
export function rowsPage(call: GraphCall, rows: InsightsRow[], fields: string[]): unknown {
  const limit = call.parameters.whole('limit') ?? 25
  if (limit > MAX_LIMIT) throw invalidParameter(`The parameter limit must not exceed ${MAX_LIMIT}`)
  const { start, end } = rangeOf(call, limit)
  const shown = rows.slice(start, end)
  const data = shown.map((row) => writeRow(row, fields))
  if (shown.length === 0) return { data }
  const cursors = { before: cursorOf(start), after: cursorOf(start + shown.length) }
  const next = end < rows.length ? { next: linkTo(call, { after: cursors.after }) } : {}
  return { data, paging: { cursors, ...next } }
}
