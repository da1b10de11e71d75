import { addDays, daysFrom, pacificCalendar } from '../../figures/calendar.ts'
import { keysOf } from '../../json.ts'
import { requirePageToken, requireScopes, requireTask } from '../authority.ts'
import type { GraphCall } from '../graph/call.ts'
import { GraphError, invalidParameter } from '../graph/graph-error.ts'
import { DAY_MS } from '../graph/graph-time.ts'
import { allowOnly } from '../graph/parameters.ts'
import type { Page } from '../state/people.ts'
import type { Span } from './counts.ts'
import { PAGE_METRICS, PERIODS, type Period, pageFigure } from './page-metrics.ts'
import { isRetired } from './retired-metrics.ts'
import { neighbours, stamped, windowOf } from './window.ts'

const SCOPES = ['read_insights', 'pages_read_engagement']
const MAX_DAYS = 90
const MAX_AGE_DAYS = 2 * 365
/** The period in ms without `since` and `until`: that of the two newest values. */
const USUAL_MS = 2 * DAY_MS

function periodOf({ parameters }: GraphCall): Period {
  const period = parameters.text('period') ?? 'day'
  const known = keysOf(PERIODS).find((name) => name === period)
  if (known === undefined) throw invalidParameter(`period must be one of the following values: ${Object.keys(PERIODS)}`)
  return known
}

/**
 * Returns the names of the requested metrics, each once.
 * @throws GraphError with code 3001 if no metric is named; with code 100 if one of them does not exist, is no longer
 *   reported, or does not exist for this period (for the period, Meta's code is not verified)
 */
function metricsOf({ parameters, state }: GraphCall, period: Period): string[] {
  const names = parameters.has('metric') ? (parameters.list('metric', { commas: true }) ?? []).map(String) : []
  if (names.length === 0 || names.includes('')) {
    throw new GraphError('(#3001) Invalid query', {
      code: 3001,
      subcode: 1504028,
      userTitle: 'No metric was named',
      userMessage: 'Name at least one metric in the parameter metric.',
    })
  }
  const isReported = (name: string) =>
    Object.hasOwn(PAGE_METRICS, name) &&
    PAGE_METRICS[name]?.periods.includes(period) === true &&
    !isRetired(state, 'facebook', name)
  if (!names.every(isReported)) {
    throw invalidParameter('The value must be a valid insights metric')
  }
  return [...new Set(names)]
}

/**
 * Returns the days (YYYY-MM-DD, Pacific time) that end after `from`, up to `to`. The value of a day is stamped with its
 * end.
 */
function daysOf({ from, to }: Span): string[] {
  const days = daysFrom(pacificCalendar.dayOf(from - 1), addDays(pacificCalendar.dayOf(to), -1))
  return days.filter((day) => pacificCalendar.startOf(addDays(day, 1)) > from)
}

/**
 * Handles `GET /{page}/insights`: returns metrics of a Page from `since` to `until`, by default the last two days.
 * Values are stamped with the end of their day or period in California and available as soon as it has ended. A Page
 * with fewer than 100 likes has only values that a test set. Metrics without values are omitted.
 * @throws GraphError if the token or a permission is missing, or a metric or another parameter is invalid
 * @see https://developers.facebook.com/docs/graph-api/reference/page/insights (read 2026-11-20)
 */
export function readPageInsights(page: Page, call: GraphCall): unknown {
  requirePageToken(call, page)
  requireScopes(call, SCOPES, 10)
  requireTask(call, page, ['ANALYZE'])
  allowOnly(call.parameters, ['metric', 'period', 'since', 'until'])
  const { state } = call
  const period = periodOf(call)
  const names = metricsOf(call, period)
  const span = windowOf(call, { usualMs: USUAL_MS, maxDays: MAX_DAYS })
  if (span.from < state.now() - MAX_AGE_DAYS * DAY_MS) throw invalidParameter('since must not be over two years ago')
  const days = daysOf({ from: span.from, to: Math.min(span.to, state.now()) })
  const data = names.flatMap((name) => {
    const values = days.flatMap((day) => {
      const value = pageFigure(page, state, { name, period, day })
      return value === undefined ? [] : [stamped(value, pacificCalendar.startOf(addDays(day, 1)))]
    })
    const { title, description } = PAGE_METRICS[name] ?? {}
    const id = `${page.id}/insights/${name}/${period}`
    return values.length === 0 ? [] : [{ id, name, period, values, title, description }]
  })
  return data.length === 0 ? { data } : { data, paging: neighbours(call, span) }
}
