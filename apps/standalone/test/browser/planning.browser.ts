import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { inspect, useDashboard } from './dashboard.ts'

/** The name of what has the focus. */
const focused = (page: Page) =>
  page.evaluate<string>(
    `(({ ariaLabel, labels, textContent }) => ariaLabel ?? labels?.[0]?.textContent ?? textContent)(document.activeElement).trim()`,
  )

describe('dashboard: a week is planned with the keyboard alone', () => {
  const dashboard = useDashboard(
    async (whole) => {
      await whole.connect('bluesky', { as: 'ada.test', body: { handle: 'ada.test' } })
      await whole.connect('x')
      await whole.connect('bluesky', { as: 'grace.test', body: { handle: 'grace.test' } })
    },
    { networks: ['bluesky', 'x'] },
  )

  dashboard.eachView('seven posts for three accounts', '/calendar', async (page, view) => {
    let keys = 0
    const press = (key: string) => {
      keys += 1
      return page.keyboard.press(key)
    }
    /** Presses Tab until something has the focus. */
    const tabTo = async (name: RegExp) => {
      for (let step = 0; step < 40 && !name.test(await focused(page)); step++) await press('Tab')
      expect(await focused(page)).to.match(name)
    }
    await page.getByRole('link', { name: 'Schedule a post', exact: true }).waitFor()
    await page.getByRole('heading', { level: 1 }).focus()
    await tabTo(/^Schedule a post$/)
    await press('Enter')
    await page.getByRole('group', { name: 'Publish on' }).waitFor()
    // The title of the page that a link has led to has the focus.
    await page.locator('h1:focus').waitFor()
    for (const name of [/Ada/, /./, /./]) {
      await press('Tab')
      await tabTo(name)
      await press('Space')
    }
    const chosen = page.getByRole('group', { name: 'Publish on' }).getByRole('checkbox', { checked: true })
    expect(await chosen.count()).to.equal(3)
    await tabTo(/^Text$/)
    for (let day = 1; day <= 7; day++) {
      await page.keyboard.type(`Day ${day} at ${view.width} px`)
      await press('Control+Enter')
      await page.getByText('Scheduled', { exact: true }).nth(2).waitFor()
      expect(await focused(page)).to.equal('Schedule the next post')
      if (day === 1) await inspect(page, 'planning scheduled', view)
      if (day < 7) {
        await press('Enter')
        await page.locator('textarea:focus').waitFor()
      }
    }
    await tabTo(/^Open the calendar$/)
    await press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Calendar' }).waitFor()
    const { body } = await dashboard.whole.call('GET', '/schedules?limit=200')
    const own = body.schedules.filter(({ post }: { post: { text?: string; message?: string } }) =>
      (post.text ?? post.message ?? '').endsWith(`at ${view.width} px`),
    )
    expect(own).to.have.length(21)
    const times: string[] = own.map(({ publishAt }: { publishAt: { local: string } }) => publishAt.local)
    const days = new Set(times.map((local) => local.slice(0, 10)))
    expect(days.size, 'days').to.equal(7)
    expect(new Set(times.map((local) => local.slice(11))).size, 'times of day').to.equal(1)
    console.log(`      ${keys} keys beside the texts`)
    expect(keys, 'keys beside the texts').to.be.at.most(60)
  })
})
