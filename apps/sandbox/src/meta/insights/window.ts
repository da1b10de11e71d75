import type { GraphCall } from '../graph/call.ts'
import { invalidParameter } from '../graph/graph-error.ts'
import { DAY_MS, graphTime, readGraphTime, SECOND_MS } from '../graph/graph-time.ts'
import type { Span } from './counts.ts'

function timeOf({ parameters }: GraphCall, name: string): number | undefined {
  const text = parameters.text(name)
  const time = text === undefined ? undefined : readGraphTime(text)
  if (text !== undefined && time === undefined) throw invalidParameter(`Param ${name} must be a time`)
  return time
}

/**
 * Returns the period from the parameter `since` to `until`, by default the current time.
 * @param limits `usualMs`: the length of the period in ms if `since` is not sent; `maxDays`: its maximum length in days
 * @throws GraphError with code 100 if the period is longer than `maxDays`, `since` is after `until`, or either is not a
 *   time
 */
export function windowOf(call: GraphCall, { usualMs, maxDays }: { usualMs: number; maxDays: number }): Span {
  const to = timeOf(call, 'until') ?? call.state.now()
  const from = timeOf(call, 'since') ?? to - usualMs
  if (from > to) throw invalidParameter('since must be before until')
  if (to - from > maxDays * DAY_MS) {
    throw invalidParameter(
      `There cannot be more than ${maxDays} days (${(maxDays * DAY_MS) / SECOND_MS} s) between since and until`,
    )
  }
  return { from, to }
}

function linkOf({ context, version, path, parameters, token }: GraphCall, { from, to }: Span): string {
  const query = new URLSearchParams({ access_token: token.value })
  for (const name of ['metric', 'metric_type', 'period']) {
    const value = parameters.has(name) ? parameters.list(name, { commas: true })?.join(',') : undefined
    if (value !== undefined) query.set(name, value)
  }
  query.set('since', String(Math.floor(from / SECOND_MS)))
  query.set('until', String(Math.floor(to / SECOND_MS)))
  return `${context.baseUrl}/${version}/${path}?${query}`
}

/**
 * Returns the URLs of the same call for the previous and the next period, as in Graph's paging. They contain the token.
 */
export function neighbours(call: GraphCall, { from, to }: Span): { previous: string; next: string } {
  const length = to - from
  return {
    previous: linkOf(call, { from: from - length, to: from }),
    next: linkOf(call, { from: to, to: to + length }),
  }
}

/** Returns a value with the end of its day or period (ms since the epoch) as `end_time` in Graph's format. */
export function stamped<V>(value: V, end: number): { value: V; end_time: string } {
  return { value, end_time: graphTime(end) }
}
