import { expect } from 'chai'
import type { Page } from 'playwright-core'
import type { Whole } from '../whole.ts'
import { inspect, useDashboard } from './dashboard.ts'

const viewer = 'Europe/Madrid'
const dayMs = 86_400_000

/** The day (YYYY-MM-DD) `count` days from today, by the clocks of the viewer. */
const dayIn = (count: number) =>
  new Intl.DateTimeFormat('en-CA', { timeZone: viewer, dateStyle: 'short' }).format(Date.now() + count * dayMs)
const weekdayOf = (day: string) => (new Date(day).getUTCDay() + 6) % 7
const addDays = (day: string, count: number) => new Date(Date.parse(day) + count * dayMs).toISOString().slice(0, 10)

/** The Monday of the week after next: nothing of it has begun. */
const monday = addDays(dayIn(14), -weekdayOf(dayIn(14)))

/** A day as the calendar reads it out. */
const words = (day: string) =>
  new Intl.DateTimeFormat('en-GB', { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' })
    .format(new Date(day))
    .replace(',', '')

const at = (day: string, time: string, timeZone = viewer) => ({ local: `${day}T${time}`, timeZone })

type Platform = 'bluesky' | 'x'

describe('dashboard: calendar', () => {
  let accounts: Record<Platform, string>

  const schedule = async (whole: Whole, text: string, publishAt: object, platform: Platform = 'bluesky') => {
    const post = { platform, accountId: accounts[platform], text }
    const { status, body } = await whole.call('POST', '/schedules', { publishAt, post })
    expect(status, JSON.stringify(body)).to.equal(201)
    return String(body.scheduleId)
  }
  const read = async (scheduleId: string) => (await dashboard.whole.call('GET', `/schedules/${scheduleId}`)).body

  /** As if Carillon had been down when it was due. */
  const hold = ({ context }: Whole, scheduleId: string) => {
    const problem = { code: 'late', message: 'It could not go out within 60 minutes.', at: new Date().toISOString() }
    return context.pool.query(
      `update schedule set status = 'held', due_at = now() - interval '2 hours', version = version + 1, start_at = null,
         look_at = null, problem = $2 where id = $1`,
      [scheduleId, problem],
    )
  }

  const dashboard = useDashboard(
    async (whole) => {
      await whole.startWorker()
      const bluesky = await whole.connect('bluesky', { as: 'ada.test', body: { handle: 'ada.test' } })
      accounts = { bluesky, x: await whole.connect('x') }
      await schedule(whole, 'Rye bread', at(monday, '09:00'))
      await schedule(whole, 'Cinnamon buns, fresh from the oven', at(monday, '09:30'), 'x')
      await schedule(whole, 'Breakfast for New York', at(addDays(monday, 1), '08:00', 'America/New_York'))
      for (const hour of ['10', '12', '14', '16', '18', '20']) {
        await schedule(whole, `Market at ${hour}`, at(addDays(monday, 5), `${hour}:00`))
      }
    },
    { networks: ['bluesky', 'x', 'facebook'] },
  )

  const entry = (page: Page, text: string) => page.getByRole('link', { name: new RegExp(`\\d\\d:\\d\\d ${text}`) })
  const week = `/calendar?day=${monday}`

  for (const name of ['week', 'month', 'list'] as const) {
    dashboard.eachView(
      `the ${name} shows what is scheduled, by the clocks of both zones`,
      `/calendar?view=${name}&day=${monday}`,
      async (page, view) => {
        if (name === 'list') {
          await page.getByRole('button', { name: 'Rye bread' }).waitFor()
          await page.getByText('08:00 in New York').waitFor()
        } else {
          await entry(page, 'Rye bread').waitFor()
          if (name === 'month' && view.width === 390)
            await page.getByRole('button', { name: `${words(addDays(monday, 1))}, 1 post` }).click()
          await page.getByRole('link', { name: /1[345]:00 Breakfast for New York 08:00 in New York/ }).waitFor()
        }
        await inspect(page, `calendar ${name}`, view)
        await page.getByRole('combobox', { name: 'Account' }).click()
        await page.getByRole('option', { name: /\(X\)/ }).click()
        await page.getByText('Rye bread').waitFor({ state: 'detached' })
      },
    )
  }

  dashboard.eachView('what is held comes first, and is published, moved or cancelled', week, async (page, view) => {
    const { whole } = dashboard
    const texts = ['To publish', 'To move', 'To cancel'].map((text) => `${text} ${view.width}`)
    const ids = await Promise.all(texts.map((text) => schedule(whole, text, at(addDays(monday, 20), '12:00'))))
    for (const id of ids) await hold(whole, id)
    await page.reload()
    await page.getByText('3 posts wait for your decision').waitFor()
    await inspect(page, 'calendar held', view)
    await page.getByRole('button', { name: `Publish now: ${texts[0]}` }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Publish now' }).click()
    await page.getByText('2 posts wait for your decision').waitFor()
    await page.getByRole('button', { name: `Move: ${texts[1]}` }).click()
    const move = page.getByRole('dialog', { name: 'Move this post' })
    await move.getByLabel('Day').fill(addDays(monday, 2))
    await move.getByLabel('Time', { exact: true }).fill('17:30')
    await inspect(page, 'calendar move', view)
    await move.getByRole('button', { name: 'Move', exact: true }).click()
    await entry(page, `To move ${view.width}`).waitFor()
    await page.getByRole('button', { name: `Cancel: ${texts[2]}` }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel the post' }).click()
    await page.getByText(/waits? for your decision/).waitFor({ state: 'detached' })
    const [published, moved, cancelled] = await Promise.all(ids.map(read))
    expect(['taken', 'published']).to.include(published.status)
    expect(moved.publishAt).to.include({ ...at(addDays(monday, 2), '17:30') })
    expect(cancelled.status).to.equal('cancelled')
    // The publish and its schedule lead to each other.
    await page.goto(`${whole.gatewayUrl}/dashboard/publishes/${published.publishId}`)
    await page.getByText('Scheduled for').waitFor()
    await page.getByRole('link', { name: /in Madrid/ }).click()
    await page.getByRole('heading', { level: 1, name: 'Post on Bluesky' }).waitFor()
    await page.getByRole('link', { name: 'Show the publish' }).waitFor()
    await inspect(page, 'calendar schedule', view)
  })

  dashboard.inOneView('a post is dragged to another hour, and with M to another day', week, async (page) => {
    const id = await schedule(dashboard.whole, 'Moved about', at(monday, '07:20'))
    await page.reload()
    const cell = (day: string, hour: string) => page.getByRole('gridcell', { name: `${words(day)}, ${hour}:00` })
    await entry(page, 'Moved about').dragTo(cell(addDays(monday, 2), '06'))
    await cell(addDays(monday, 2), '06').getByText('Moved about').waitFor()
    expect((await read(id)).publishAt).to.include(at(addDays(monday, 2), '06:20'))
    await entry(page, 'Moved about').focus()
    for (const key of ['m', 'ArrowRight', 'ArrowDown', 'ArrowDown', 'Enter']) await page.keyboard.press(key)
    await cell(addDays(monday, 3), '08').getByText('Moved about').waitFor()
    expect((await read(id)).publishAt).to.include(at(addDays(monday, 3), '08:20'))
    await page.locator('a:focus', { hasText: 'Moved about' }).waitFor()
    // Escape leaves it where it is; arrows then go from cell to cell.
    for (const key of ['m', 'ArrowLeft', 'Escape', 'Escape', 'ArrowUp']) await page.keyboard.press(key)
    await cell(addDays(monday, 3), '07').and(page.locator(':focus')).waitFor()
    expect((await read(id)).publishAt).to.include(at(addDays(monday, 3), '08:20'))
  })

  dashboard.eachView(
    'what somebody else has changed meanwhile is not overwritten unseen',
    week,
    async (page, view) => {
      const text = `Changed by two ${view.width}`
      const id = await schedule(dashboard.whole, text, at(addDays(monday, 4), '11:00'))
      await page.reload()
      await entry(page, text).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Move', exact: true }).click()
      const dialog = page.getByRole('dialog', { name: 'Move this post' })
      await dialog.getByLabel('Time', { exact: true }).fill('13:00')
      const theirs = { publishAt: at(addDays(monday, 4), '12:15') }
      await dashboard.whole.call('PATCH', `/schedules/${id}`, theirs)
      await dialog.getByRole('button', { name: 'Move', exact: true }).click()
      await dialog.getByText('Somebody else has changed this post meanwhile').waitFor()
      await dialog.getByText(/It is now scheduled, due .*12:15 in Madrid/).waitFor()
      expect((await read(id)).publishAt).to.include(theirs.publishAt)
      await inspect(page, 'calendar conflict', view)
      await dialog.getByRole('button', { name: 'Move', exact: true }).click()
      await dialog.waitFor({ state: 'detached' })
      expect((await read(id)).publishAt).to.include(at(addDays(monday, 4), '13:00'))
    },
    { complaints: /status of 412/ },
  )

  dashboard.eachView(
    'slots are chosen, and a post gets the next free one and is edited',
    '/calendar/slots',
    async (page, view) => {
      const time = view.width === 390 ? '09:15' : '09:45'
      await page.getByLabel('Time', { exact: true }).fill(time)
      await page.getByRole('button', { name: 'Add', exact: true }).click()
      await page.getByRole('button', { name: 'Save slots' }).click()
      await page.getByText('The slots were saved.').waitFor()
      await inspect(page, 'calendar slots', view)
      await page.goto(`${dashboard.whole.gatewayUrl}/dashboard/compose?at=next`)
      await page.getByRole('group', { name: 'Publish on' }).getByText(/ada/i).click()
      await page.getByText('Next free slot').click()
      await page.getByText(/Ada.*: .*09:\d5 in Madrid/).waitFor()
      await page.getByLabel('Text', { exact: true }).fill('In a slot')
      await page.getByText('1 ready').waitFor()
      await inspect(page, 'calendar compose', view)
      await page.keyboard.press('Control+Enter')
      await page.getByText('Scheduled', { exact: true }).waitFor()
      await inspect(page, 'calendar scheduled', view)
      await page.getByRole('link', { name: 'Details' }).click()
      await page.getByRole('link', { name: 'Edit' }).click()
      await page.getByLabel('Text', { exact: true }).fill('In a slot, with another text')
      await page.locator('button:enabled', { hasText: /^Save$/ }).click()
      await page.getByText('Scheduled', { exact: true }).waitFor()
      await page.getByRole('link', { name: 'Details' }).click()
      await page.getByText('In a slot, with another text').waitFor()
      const id = new URL(page.url()).pathname.split('/').at(-1) ?? ''
      expect((await read(id)).publishAt.local).to.match(/T09:[14]5$/)
    },
  )

  dashboard.inOneView('a change of a post that was begun is continued', week, async (page) => {
    const id = await schedule(dashboard.whole, 'To be changed', at(addDays(monday, 22), '11:00'))
    const edit = async () => {
      await page.goto(`${dashboard.whole.gatewayUrl}/dashboard/calendar/${id}`)
      await page.getByRole('link', { name: 'Edit' }).click()
    }
    await edit()
    const text = page.getByLabel('Text', { exact: true })
    await text.fill('Half of a change')
    await page.getByText('Draft saved in this browser').waitFor()
    const { search } = new URL(page.url())
    // Compose begins a new post meanwhile.
    await page.goto(`${dashboard.whole.gatewayUrl}/dashboard/compose`)
    await page.getByRole('group', { name: 'Publish on' }).waitFor()
    await edit()
    await page.waitForURL((url) => url.search === search)
    expect(await text.inputValue()).to.equal('Half of a change')
    await page.getByRole('button', { name: 'Drafts (1)' }).click()
    await page.getByRole('dialog', { name: 'Drafts' }).getByText('Change of a scheduled post').waitFor()
  })

  dashboard.eachView('a month with a thousand posts can be used', week, async (page, view) => {
    const first = `${monday.slice(0, 4)}-${view.width === 390 ? '02' : '03'}-01`
    const year = Number(monday.slice(0, 4)) + 2
    const month = first.replace(/^\d+/, String(year))
    await dashboard.whole.context.pool.query(
      `insert into schedule select (jsonb_populate_record(schedule, jsonb_build_object('id', gen_random_uuid(),
         'due_at', $1::timestamptz + n * interval '38 minutes', 'local_time', null, 'time_zone', null))).*
       from schedule, generate_series(1, 1000) n where id = (select min(id::text)::uuid from schedule)`,
      [`${month}T06:00:00Z`],
    )
    await page.goto(`${dashboard.whole.gatewayUrl}/dashboard/calendar?view=month&day=${month}`)
    if (view.width === 390) {
      await page.getByRole('button', { name: new RegExp(`^${words(month)}, \\d\\d posts`) }).waitFor()
    } else {
      await page.getByRole('button', { name: `more on ${words(month)}` }).click()
      expect(new URL(page.url()).searchParams.get('view')).to.equal('list')
      expect(new URL(page.url()).searchParams.get('day')).to.equal(month)
    }
    await page.getByText('Week', { exact: true }).click()
    await page
      .getByRole(view.width === 390 ? 'region' : 'gridcell', { name: words(month) })
      .first()
      .waitFor()
    await page.getByText('List', { exact: true }).click()
    await page.getByRole('list', { name: 'Schedules' }).waitFor()
  })
})
