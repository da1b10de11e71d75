import { addDays, daysFrom, pacificCalendar } from '../../figures/calendar.ts'
import { uniqueOf } from '../../figures/growth.ts'
import type { Figure } from '../../figures/index.ts'
import { pick } from '../../figures/shares.ts'
import type { Page } from '../state/people.ts'
import type { State } from '../state/state.ts'
import { commentsIn, grown, likesIn, type Span, visitsIn } from './counts.ts'

/** The number of days of each period of Page metrics. A period ends with the day for which its value is reported. */
export const PERIODS = { day: 1, week: 7, days_28: 28 }
export type Period = keyof typeof PERIODS

interface Metric {
  title: string
  description: string
  periods: readonly Period[]
  /** Returns the value for a span of days. */
  of(page: Page, state: State, span: Span): number
}

function postsOf(page: Page, state: State) {
  return [...state.pagePosts.values()].filter(({ pageId }) => pageId === page.id)
}

function viewsIn(page: Page, state: State, span: Span): number {
  return grown(state, postsOf(page, state), { name: 'views', span }) + visitsIn(page.id, span)
}

function engagementsIn(page: Page, state: State, span: Span): number {
  const posts = postsOf(page, state)
  const clicks = grown(state, posts, { name: 'clicks', span })
  return clicks + likesIn(state, posts, span) + commentsIn(state, posts, { login: 'facebook', span })
}

/** Returns the number of new followers of a Page on a day (YYYY-MM-DD), minus lost ones. */
function followersWon({ id, followers }: Page, day: string): number {
  const max = Math.floor(followers / 200)
  return pick(`${id} ${day} new`, max) - pick(`${id} ${day} lost`, Math.floor(max / 3))
}

/**
 * Returns how many followers a Page has gained, minus lost ones, between the start of the sandbox and the end of a day.
 * For a day before the start, this is the negative of the number gained since that day.
 */
function followersWonBy(page: Page, state: State, day: string): number {
  const known = addDays(pacificCalendar.dayOf(state.figures.startedAt), -1)
  const won = (days: string[]) => days.reduce((sum, one) => sum + followersWon(page, one), 0)
  return day < known ? -won(daysFrom(addDays(day, 1), known)) : won(daysFrom(addDays(known, 1), day))
}

/**
 * Returns the value of a Page's field `followers_count` or `fan_count`, given as `name`: the value that a test has set
 * (null if it set null), otherwise the number at the end of yesterday, Pacific time.
 * @param known the number at the end of the day before the sandbox started
 */
export function pageCountNow(page: Page, state: State, { name, known }: { name: string; known: number }): Figure {
  const set = state.figures.read({ subject: page.id, name })
  return (
    set ?? (set === null ? null : known + followersWonBy(page, state, addDays(pacificCalendar.dayOf(state.now()), -1)))
  )
}

const ALL: readonly Period[] = ['day', 'week', 'days_28']

/**
 * The metrics of a Page that Meta still reports, keyed by name. Values of days add up to those of longer periods,
 * except for unique viewers, who are counted once per period. The number of followers is that at the end of a day.
 * @see https://developers.facebook.com/docs/graph-api/reference/page/insights (read 2026-11-20)
 */
export const PAGE_METRICS: Readonly<Record<string, Metric>> = {
  page_media_view: { title: 'Views', description: 'How often content of the Page was seen', periods: ALL, of: viewsIn },
  page_total_media_view_unique: {
    title: 'Viewers',
    description: 'How many people saw content of the Page',
    periods: ALL,
    of: (page, state, span) => uniqueOf(viewsIn(page, state, span), page.followers * 2),
  },
  page_post_engagements: {
    title: 'Post engagements',
    description: 'Reactions, comments and clicks on posts of the Page',
    periods: ALL,
    of: engagementsIn,
  },
  page_views_total: {
    title: 'Page visits',
    description: 'How often the Page was visited',
    periods: ALL,
    of: ({ id }, _state, span) => visitsIn(id, span),
  },
  page_follows: {
    title: 'Followers',
    description: 'How many people follow the Page',
    periods: ['day'],
    of: (page, state, { to }) => page.followers + followersWonBy(page, state, pacificCalendar.dayOf(to - 1)),
  },
}

/** The number of likes below which a Page has no metrics except those that a test has set. */
export const MIN_LIKES = 100

function spanOf(day: string, days: number): Span {
  return { from: pacificCalendar.startOf(addDays(day, 1 - days)), to: pacificCalendar.startOf(addDays(day, 1)) }
}

function total(value: Figure): number {
  if (typeof value === 'number') return value
  return typeof value === 'object' && value !== null
    ? Object.values(value).reduce<number>((sum, part) => sum + total(part), 0)
    : 0
}

/**
 * Returns the value of a metric for the period that ends with `day` (YYYY-MM-DD, Pacific time). Values that were set
 * for single days are part of the periods that contain them. Returns undefined if nothing is reported: for an unknown
 * metric, one that was set to null, or a Page with fewer than 100 likes and no set values.
 */
export function pageFigure(
  page: Page,
  state: State,
  { name, period, day }: { name: string; period: Period; day: string },
): Figure | undefined {
  const metric = PAGE_METRICS[name]
  const { figures } = state
  const setOn = (one: string) => figures.read({ subject: page.id, name, day: one })
  if (metric === undefined || figures.read({ subject: page.id, name }) === null) return undefined
  if (period === 'day' && setOn(day) !== undefined) return setOn(day) ?? undefined
  const days = daysFrom(addDays(day, 1 - PERIODS[period]), day)
  const set = period === 'day' ? [] : days.filter((one) => setOn(one) !== undefined)
  if (page.fans < MIN_LIKES && set.length === 0) return undefined
  const computed = page.fans < MIN_LIKES ? 0 : metric.of(page, state, spanOf(day, PERIODS[period]))
  return set.reduce((sum, one) => {
    const own = page.fans < MIN_LIKES ? 0 : metric.of(page, state, spanOf(one, 1))
    return sum + total(setOn(one) ?? 0) - own
  }, computed)
}
