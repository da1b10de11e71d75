import { addDays, pacificCalendar } from '../../figures/calendar.ts'
import { readFiguresRequest } from '../../figures/request.ts'
import type { Login } from '../state/grant.ts'
import type { Page } from '../state/people.ts'
import type { State } from '../state/state.ts'
import { INSTAGRAM_METRICS } from './instagram-insights.ts'
import { PAGE_METRICS } from './page-metrics.ts'
import { retireMetrics } from './retired-metrics.ts'

/** The fields of a Page that can be set, by Graph's names. */
const PAGE_FIELDS = ['followers_count', 'fan_count']

type Body = Record<string, unknown>

function pageNamed(state: State, as: string | undefined, name: string | undefined): Page {
  const people = [...state.people.values()]
  const person = as === undefined ? people[0] : people.find(({ handle }) => handle === as)
  if (person === undefined) throw new RangeError(`as: ${people.map(({ handle }) => handle).join(', ')}`)
  const pages = person.roles.flatMap(({ pageId }) => state.pages.get(pageId) ?? [])
  const page = name === undefined ? pages[0] : pages.find((one) => [one.id, one.username, one.name].includes(name))
  if (page === undefined) throw new RangeError(`page: ${pages.map(({ username }) => username).join(', ') || 'none'}`)
  return page
}

/**
 * Sets metrics of a Page for `date`, by default the newest day that has ended. With `date`, null means that the metric
 * has no value on that day; without, that it is not reported at all. `followers_count` and `fan_count` have no day.
 */
function setPageFigures(state: State, body: Body): unknown {
  const metrics = Object.keys(PAGE_METRICS)
  if (body['retired'] !== undefined) return retireMetrics(state, 'facebook', { body, all: metrics })
  const names = [...PAGE_FIELDS, ...metrics]
  const { as, page: name, date, set } = readFiguresRequest(body, { names, fields: ['as', 'page', 'date'] })
  const page = pageNamed(state, as, name)
  const day = date ?? addDays(pacificCalendar.dayOf(state.now()), -1)
  for (const [metric, figure] of set) {
    const daily = metric in PAGE_METRICS
    // With a date, null leaves out that day only.
    if (date === undefined || !daily) state.figures.set({ subject: page.id, name: metric }, figure)
    if (daily) state.figures.set({ subject: page.id, name: metric, day }, figure)
  }
  return { page: page.id, date: day, set: Object.fromEntries(set) }
}

/**
 * Sets metrics of an Instagram account. A set value is returned for every period and day; null means that the metric is
 * not reported.
 */
function setAccountFigures(state: State, body: Body): unknown {
  const metrics = Object.keys(INSTAGRAM_METRICS)
  if (body['retired'] !== undefined) return retireMetrics(state, 'instagram', { body, all: metrics })
  const { as, set } = readFiguresRequest(body, { names: metrics, fields: ['as'] })
  const accounts = [...state.instagramAccounts.values()]
  const account = as === undefined ? accounts[0] : accounts.find(({ username }) => username === as)
  if (account === undefined) throw new RangeError(`as: ${accounts.map(({ username }) => username).join(', ')}`)
  for (const [name, figure] of set) state.figures.set({ subject: account.id, name }, figure)
  return { as: account.username, set: Object.fromEntries(set) }
}

/**
 * The handlers of `POST /person/figures`, keyed by login. They set metrics of a Page or Instagram account to the values
 * in the body, keyed by Graph's names (null: nothing is reported), or which metrics are no longer reported (`retired`).
 * They return what was set, and throw a `RangeError` that names an invalid field.
 */
export const setFigures: Record<Login, (state: State, body: Body) => unknown> = {
  facebook: setPageFigures,
  instagram: setAccountFigures,
}
