import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { inspect, useDashboard } from './dashboard.ts'

/** What has the focus: its label, else its text. */
const focused = (page: Page) =>
  page.evaluate<string>(
    "document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent.trim().slice(0, 60)",
  )

describe('dashboard: the keyboard alone', () => {
  const dashboard = useDashboard(
    async (whole) => {
      const accountId = await whole.connect('x')
      for (const text of ['The first', 'The second', 'The third'])
        await whole.call('POST', '/posts', { platform: 'x', accountId, text })
    },
    { networks: ['x'] },
  )

  dashboard.inOneView('/ goes to the search field, but not while one writes', '/publishes', async (page) => {
    await page.getByRole('link', { name: 'The third' }).waitFor()
    await page.keyboard.press('/')
    expect(await focused(page)).to.equal('Search publishes')
    await page.keyboard.type('a/c')
    expect(await page.getByLabel('Search publishes').inputValue()).to.equal('a/c')
    expect(new URL(page.url()).pathname).to.equal('/dashboard/publishes')
  })

  dashboard.inOneView('c composes, and the page that opens has the focus', '/publishes', async (page) => {
    await page.getByRole('link', { name: 'The third' }).waitFor()
    await page.keyboard.press('c')
    await page.getByRole('heading', { level: 1, name: 'Compose' }).waitFor()
    expect(await focused(page)).to.equal('Compose')
  })

  dashboard.inOneView('the arrows go through a list, and Enter opens', '/publishes', async (page) => {
    await page.getByRole('link', { name: 'The third' }).focus()
    await page.keyboard.press('ArrowDown')
    await page.locator('a:focus', { hasText: 'The second' }).waitFor()
    await page.keyboard.press('ArrowDown')
    await page.locator('a:focus', { hasText: 'The first' }).waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowUp')
    await page.locator('a:focus', { hasText: 'The second' }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: /Publish on/ }).waitFor()
    await page.getByText('The second').first().waitFor()
    await page.locator('h1:focus').waitFor()
  })

  dashboard.inOneView('Escape closes a dialog, and the focus is where it was', '/profiles', async (page) => {
    const create = page.getByRole('button', { name: 'Create profile' })
    await create.focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').waitFor()
    await page.locator('input:focus').waitFor()
    for (let step = 0; step < 8; step++) {
      await page.keyboard.press('Tab')
      const isInside = "document.activeElement.closest('[role=dialog]') !== null"
      expect(await page.evaluate(isInside), `Tab ${step + 1} stays in the dialog`).to.equal(true)
    }
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await page.locator('button:focus', { hasText: 'Create profile' }).waitFor()
  })

  dashboard.inOneView('Escape closes the list of keys, which ? opens', '/publishes', async (page) => {
    await page.getByRole('link', { name: 'The third' }).focus()
    await page.keyboard.press('Shift+?')
    await page.getByRole('dialog', { name: 'Keyboard' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog', { name: 'Keyboard' }).waitFor({ state: 'detached' })
    await page.locator('a:focus', { hasText: 'The third' }).waitFor()
  })

  dashboard.eachView('Ctrl-K goes to a page, an account, or a publish by its id', '/publishes', async (page, view) => {
    await page.getByRole('link', { name: 'The third' }).focus()
    await page.keyboard.press('Control+k')
    const palette = page.getByRole('dialog', { name: 'Go to' })
    await palette.getByRole('option', { name: /Analytics/ }).waitFor()
    await page.locator('input:focus').waitFor()
    await page.keyboard.type('mira')
    await palette.getByRole('option', { name: /X account/ }).waitFor()
    await inspect(page, 'palette', view)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: /Mira/ }).waitFor()
    await page.locator('h1:focus').waitFor()

    const { body } = await dashboard.whole.call('GET', '/posts/publishes')
    const { publishId } = body.publishes[0]
    await page.keyboard.press('Control+k')
    await palette.getByRole('combobox').fill(publishId)
    await palette.getByRole('option', { name: 'Publish' }).first().waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Publish on X' }).waitFor()
    await page.getByRole('heading', { level: 1 }).focus()
    await page.keyboard.press('Control+k')
    await palette.waitFor()
    await page.keyboard.press('Escape')
    await palette.waitFor({ state: 'detached' })
  })
})
