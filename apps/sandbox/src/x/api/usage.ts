import { between, listOf } from '../wire/query.ts'
import type { Call, Endpoint, EndpointResponse } from './endpoint.ts'

const DAY = 24 * 60 * 60_000
const CAP = '3000000'
const RESET_DAY = 1
const PROJECT = '1880000000000000001'
const FIELDS = [
  'cap_reset_day',
  'daily_client_app_usage',
  'daily_project_usage',
  'project_cap',
  'project_id',
  'project_usage',
]
const DEFAULT_FIELDS = ['cap_reset_day', 'project_cap', 'project_id', 'project_usage']

/**
 * Handles `GET /2/usage/tweets`: returns how many posts the app was charged for reading, in this month (UTC) and on
 * each of the last `days` days in UTC, today included (default 7), without days on which it read none. The counts are
 * strings.
 */
function handle({ backend, caller, query }: Call): EndpointResponse {
  const since = new Date(backend.now() - (Number(query['days'] ?? 7) - 1) * DAY).toISOString().slice(0, 10)
  const month = new Date(backend.now()).toISOString().slice(0, 7)
  const days = [...backend.ledger.postsRead(caller.app.clientId)]
  const usage = days
    .filter(([date]) => date >= since)
    .map(([date, count]) => ({ date: `${date}T00:00:00.000Z`, usage: String(count) }))
  const thisMonth = days.filter(([date]) => date.startsWith(month)).reduce((sum, [, count]) => sum + count, 0)
  const all: Record<string, unknown> = {
    cap_reset_day: RESET_DAY,
    project_cap: CAP,
    project_id: PROJECT,
    project_usage: String(thisMonth),
    daily_project_usage: { project_id: PROJECT, usage },
    daily_client_app_usage: [{ client_app_id: caller.app.clientId, usage, usage_result_count: usage.length }],
  }
  const asked = query['usage.fields']?.split(',') ?? DEFAULT_FIELDS
  return { body: { data: Object.fromEntries(asked.map((field) => [field, all[field]])) } }
}

/**
 * The endpoint that returns how many posts the app was charged for reading (`GET /2/usage/tweets`).
 * @see https://docs.x.com/x-api/usage/get-usage (read 2026-11-20)
 */
export const getUsage: Endpoint = {
  operation: 'usage.posts',
  method: 'GET',
  path: '/2/usage/tweets',
  tokens: ['app'],
  scopes: [],
  query: { parameters: { days: between(1, 90), 'usage.fields': listOf(FIELDS) } },
  handle: handle,
}
