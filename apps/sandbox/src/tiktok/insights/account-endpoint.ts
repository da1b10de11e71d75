import { addDays, daysFrom, isDay, utcCalendar } from '../../figures/calendar.ts'
import { type Endpoint, forAccount, requireScope } from '../http/endpoint.ts'
import { json } from '../http/query.ts'
import { list, oneOf, optional, text, withDefault } from '../http/reader.ts'
import type { Person } from '../people.ts'
import { badParameter } from '../rejection.ts'
import { accountFieldNames, audienceFields, dailyFields, profileFields, scopeOfAccountField } from './account-fields.ts'
import { newestDay, type View } from './counts.ts'

const maxDaysBack = 60
const day = optional(text({ pattern: /^\d{4}-\d{2}-\d{2}$/ }))

function checked(date: string, path: string): string {
  if (!isDay(date)) throw badParameter(path, 'Not a valid date.')
  return date
}

/**
 * Returns the days (YYYY-MM-DD, UTC) from `start`, by default 7 days ago, to `end`, by default yesterday, without the
 * newest days, which have no metrics yet. `now` is in ms since the epoch.
 * @throws Rejection `badParameter` if a date is invalid, too old or in the future, or `end` is before `start`
 */
function daysBetween(now: number, asked: { start: string | undefined; end: string | undefined }): string[] {
  const today = utcCalendar.dayOf(now)
  const first = asked.start === undefined ? addDays(today, -7) : checked(asked.start, 'start_date')
  const last = asked.end === undefined ? addDays(today, -1) : checked(asked.end, 'end_date')
  if (first < addDays(today, -maxDaysBack)) throw badParameter('start_date', `At most ${maxDaysBack} days back.`)
  if (last > today) throw badParameter('end_date', 'Must not be in the future.')
  if (last < first) throw badParameter('end_date', 'Must not be before start_date.')
  const newest = newestDay(now)
  return daysFrom(first, last < newest ? last : newest)
}

interface Asked {
  person: Person
  fields: string[]
  view: View
}

/**
 * Adds a metric to `into`, unless its value is null or undefined. `set` is the value that a test has set; if it is
 * undefined, the value is that of `computed`.
 */
function add(into: Map<string, unknown>, name: string, figure: { set: unknown; computed: () => unknown }): void {
  const value = figure.set === undefined ? figure.computed() : figure.set
  if (value !== null && value !== undefined) into.set(name, value)
}

function metricsOf({ person, fields, view }: Asked, days: string[]): object[] {
  return days.map((date) => {
    const metrics = new Map<string, unknown>([['date', date]])
    for (const name of fields) {
      const daily = dailyFields[name]
      if (daily === undefined) continue
      const set = view.figures.read({ subject: person.openId, name, day: date })
      add(metrics, name, {
        set,
        computed: () => (daily.who(person) ? daily.read(person, { view, day: date }) : undefined),
      })
    }
    return Object.fromEntries(metrics)
  })
}

const query = {
  fields: withDefault(json(list(oneOf(...accountFieldNames), { min: 1 })), ['display_name', 'profile_image']),
  start_date: day,
  end_date: day,
}

/**
 * The endpoint that returns an account's profile and metrics (`/business/get/`).
 * @see https://business-api.tiktok.com/portal/docs/api-reference/v1.3 (captured 2026-08-23)
 */
export const accountEndpoint: Endpoint = forAccount({
  method: 'GET',
  path: '/business/get/',
  operation: 'accounts.get',
  fields: query,
  // Every field has a scope of its own, see below.
  scopes: ['user.info.basic'],
  handle({ store, figures }, { input, grant, person, now }) {
    const { fields } = input
    for (const name of fields) requireScope(grant, [scopeOfAccountField(name)])
    const days = daysBetween(now, { start: input.start_date, end: input.end_date })
    const view = { store, figures, now }
    const data = new Map<string, unknown>()
    for (const name of fields) {
      const profile = profileFields[name]
      const about = audienceFields[name]
      const set = figures.read({ subject: person.openId, name })
      if (profile) add(data, name, { set, computed: () => profile.read(person, view) })
      if (about) add(data, name, { set, computed: () => (about.who(person) ? about.read(person) : undefined) })
    }
    if (fields.some((name) => name in dailyFields)) data.set('metrics', metricsOf({ person, fields, view }, days))
    return Object.fromEntries(data)
  },
})
