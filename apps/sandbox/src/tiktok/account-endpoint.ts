import { accountFieldNames, audienceFields, dailyFields, profileFields, scopeOfAccountField } from './account-fields.ts'
import { demandScope, type Endpoint, forAccount } from './endpoint.ts'
import type { Person } from './people.ts'
import { json } from './query.ts'
import { list, oneOf, optional, text, withDefault } from './reader.ts'
import { badParameter } from './refusal.ts'

const dayMs = 86_400_000
const maxDaysBack = 60
const day = optional(text({ pattern: /^\d{4}-\d{2}-\d{2}$/ }))

function dayOf(moment: number): string {
  return new Date(moment).toISOString().slice(0, 10)
}

function startOf(date: string, path: string): number {
  const moment = Date.parse(`${date}T00:00:00Z`)
  if (Number.isNaN(moment) || dayOf(moment) !== date) throw badParameter(path, 'Not a valid date.')
  return moment
}

/** The days asked for, inclusive and in UTC; figures of a day come after it has ended. */
function daysBetween(now: number, asked: { start: string | undefined; end: string | undefined }): string[] {
  const today = startOf(dayOf(now), 'today')
  const first = asked.start === undefined ? today - 7 * dayMs : startOf(asked.start, 'start_date')
  const last = asked.end === undefined ? today - dayMs : startOf(asked.end, 'end_date')
  if (first < today - maxDaysBack * dayMs) throw badParameter('start_date', `At most ${maxDaysBack} days back.`)
  if (last > today) throw badParameter('end_date', 'Must not be in the future.')
  if (last < first) throw badParameter('end_date', 'Must not be before start_date.')
  const days: string[] = []
  for (let moment = first; moment <= Math.min(last, today - dayMs); moment += dayMs) days.push(dayOf(moment))
  return days
}

function metricsOf(person: Person, fields: string[], days: string[]): object[] {
  return days.map((date) => {
    const metrics = new Map<string, unknown>([['date', date]])
    for (const name of fields) {
      const daily = dailyFields[name]
      if (daily?.who(person)) metrics.set(name, daily.read(person, date))
    }
    return Object.fromEntries(metrics)
  })
}

const query = {
  fields: withDefault(json(list(oneOf(...accountFieldNames), { min: 1 })), ['display_name', 'profile_image']),
  start_date: day,
  end_date: day,
}

/** Profile and account figures. @see https://business-api.tiktok.com/portal/docs/api-reference/v1.3 (captured 2026-08-23) */
export const accountEndpoint: Endpoint = forAccount({
  method: 'GET',
  path: '/business/get/',
  operation: 'accounts.get',
  fields: query,
  // Every field has a scope of its own, see below.
  scopes: ['user.info.basic'],
  handle({ store }, { input, grant, person, now }) {
    const { fields } = input
    for (const name of fields) demandScope(grant, [scopeOfAccountField(name)])
    const days = daysBetween(now, { start: input.start_date, end: input.end_date })
    const data = new Map<string, unknown>()
    for (const name of fields) {
      const profile = profileFields[name]
      const about = audienceFields[name]
      if (profile) data.set(name, profile.read({ person, store }))
      if (about?.who(person)) data.set(name, about.read(person))
    }
    if (fields.some((name) => name in dailyFields)) data.set('metrics', metricsOf(person, fields, days))
    return Object.fromEntries(data)
  },
})
