import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { inspect, useDashboard } from './dashboard.ts'

describe('dashboard: drafts', () => {
  const dashboard = useDashboard(
    async (whole) => {
      await whole.startWorker()
      await whole.connect('bluesky', { as: 'ada.test', body: { handle: 'ada.test' } })
    },
    { networks: ['bluesky'] },
  )

  const text = (page: Page) => page.getByLabel('Text', { exact: true })
  const written = async (page: Page, words: string) => {
    await text(page).fill(words)
    await page.locator('[data-saving="saved"]').waitFor()
  }
  const idOf = (page: Page) => new URL(page.url()).searchParams.get('draft')

  dashboard.eachView(
    'a draft is changed in one tab at a time, and another tab neither overwrites it nor publishes it again',
    '/compose',
    async (page, view) => {
      const words = `Bread at seven, ${view.width}`
      await text(page).waitFor()
      await page.getByRole('button', { name: 'New post' }).click()
      await written(page, words)
      const other = await page.context().newPage()
      await other.goto(`${dashboard.whole.gatewayUrl}/dashboard/compose`)
      await text(other).waitFor()
      expect(idOf(other)).not.to.equal(idOf(page))

      await other.goto(page.url())
      const take = (shown: Page) => shown.getByRole('button', { name: 'Continue here' }).click()
      await other.getByText('This draft is open in another tab').waitFor()
      await inspect(other, 'compose elsewhere', view)
      await take(other)
      await page.getByText('This draft is open in another tab').waitFor()
      expect(await text(other).inputValue()).to.equal(words)
      await written(other, `${words}, and cake`)

      await take(page)
      await other.getByText('This draft is open in another tab').waitFor()
      expect(await text(page).inputValue()).to.equal(`${words}, and cake`)
      await page.locator('button:enabled', { hasText: /^Publish$/ }).click()
      await page.getByText('The post is published.').waitFor()

      await take(other)
      await text(other).waitFor()
      expect(await text(other).inputValue()).to.equal('')
      await other.close()
    },
  )
})
