import { expect } from 'chai'
import type { Page } from 'playwright-core'
import type { Whole } from '../whole.ts'
import { inspect, useDashboard } from './dashboard.ts'

const viewer = 'Europe/Madrid'
const dayMs = 86_400_000

/** The day (YYYY-MM-DD) `count` days from today, by clocks in a zone. */
const dayIn = (count: number, timeZone = viewer) =>
  new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(Date.now() + count * dayMs)

/** A Monday that is at least three days ahead: none of its week has begun, whatever the day is. */
const monday = dayIn([10, 9, 8, 7, 6, 5, 4][(new Date(`${dayIn(0)}T00:00Z`).getUTCDay() + 6) % 7] ?? 0)
const addDays = (day: string, count: number) => new Date(Date.parse(day) + count * dayMs).toISOString().slice(0, 10)

/** A day as the calendar reads it out. */
const words = (day: string) =>
  new Intl.DateTimeFormat('en-GB', { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' })
    .format(new Date(day))
    .replace(',', '')

describe('dashboard: calendar', () => {
  let accounts: { bluesky: string; x: string }

  const schedule = async (
    whole: Whole,
    text: string,
    publishAt: object | string,
    platform: 'bluesky' | 'x' = 'bluesky',
  ) => {
    const post = { platform, accountId: accounts[platform], text }
    const { status, body } = await whole.call('POST', '/schedules', { publishAt, post })
    expect(status, JSON.stringify(body)).to.equal(201)
    return String(body.scheduleId)
  }
  const at = (day: string, time: string, timeZone = viewer) => ({ local: `${day}T${time}`, timeZone })

  /** As if the schedule had been due two hours ago, when its key was gone. */
  const hold = (whole: Whole, scheduleId: string) =>
    whole.context.pool.query(
      `update schedule set status = 'held', due_at = now() - interval '2 hours', version = version + 1, start_at = null,
         problem = jsonb_build_object('code', 'late', 'message', 'It could not go out within 60 minutes after its time.',
           'at', to_char(now() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
       where id = $1`,
      [scheduleId],
    )

  const dashboard = useDashboard(
    async (whole) => {
      const bluesky = await whole.connect('bluesky', { as: 'ada.test', body: { handle: 'ada.test' } })
      accounts = { bluesky, x: await whole.connect('x') }
      await schedule(whole, 'Rye bread on Monday', at(monday, '09:00'))
      await schedule(whole, 'Cinnamon buns, fresh from the oven', at(monday, '09:30'), 'x')
      await schedule(whole, 'Breakfast for New York', at(addDays(monday, 1), '08:00', 'America/New_York'))
      await schedule(whole, 'Late-night pizza', at(addDays(monday, 4), '22:15'))
      for (const hour of ['10', '12', '14', '16', '18', '20']) {
        await schedule(
          whole,
          `Market day at ${hour}`,
          at(addDays(monday, 5), `${hour}:00`),
          hour < '15' ? 'x' : 'bluesky',
        )
      }
    },
    { networks: ['bluesky', 'x'] },
  )

  const entry = (page: Page, text: string) => page.getByRole('button', { name: new RegExp(`\\d\\d:\\d\\d, .*${text}`) })

  for (const name of ['week', 'month', 'list'] as const) {
    dashboard.eachView(
      `the ${name} shows what is scheduled`,
      `/calendar?view=${name}&day=${monday}`,
      async (page, view) => {
        if (name === 'list') {
          await page.getByRole('button', { name: 'Rye bread on Monday' }).waitFor()
          await page.getByText('08:00 in New York').waitFor()
          await page.getByText('End of the list: 10 posts').waitFor()
        } else {
          await entry(page, 'Rye bread').waitFor()
        }
        await inspect(page, `calendar ${name}`, view)
      },
    )
  }
})
