import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { inspect, useDashboard } from './dashboard.ts'

describe('dashboard: compose', () => {
  let photo = Buffer.alloc(0)
  const dashboard = useDashboard(async (whole) => {
    await whole.startWorker()
    await whole.connect('bluesky', { as: 'ada.test', body: { handle: 'ada.test' } })
    await whole.connect('instagram')
    await whole.connect('x')
    photo = Buffer.from(await (await fetch(`${whole.sandbox.url}/samples/photo-640x480.jpg`)).arrayBuffer())
  })

  const choose = (page: Page, name: RegExp) =>
    page.getByRole('group', { name: 'Publish on' }).getByText(name).first().click()
  const panel = (page: Page, network: string) => page.getByRole('region', { name: `${network}: settings and problems` })
  const addPhoto = (page: Page) =>
    page
      .locator('input[type="file"]')
      .first()
      .setInputFiles({ name: 'bread.jpg', mimeType: 'image/jpeg', buffer: photo })

  dashboard.eachView(
    'a post with an image is written and published on two networks',
    '/compose',
    async (page, view) => {
      const text = `Bread at seven, ${view.width} ${view.scheme}`
      const accounts = page.getByRole('group', { name: 'Publish on' })
      await accounts.waitFor()
      await accounts.locator('label').nth(0).click()
      await accounts.locator('label').nth(1).click()
      await page.getByLabel('Text').fill(text)
      await addPhoto(page)
      await page.getByText('Ready', { exact: true }).first().waitFor()
      const publish = page.getByRole('button', { name: 'Publish on 2 accounts' })
      await page.locator('button:enabled', { hasText: 'Publish on 2 accounts' }).waitFor()
      await inspect(page, 'compose ready', view)
      await publish.click()
      await page.getByText('The post is published.').nth(1).waitFor()
      await inspect(page, 'compose published', view)
      const { body } = await dashboard.whole.call('GET', `/posts/publishes?profileId=${dashboard.whole.profileId}`)
      expect(body.publishes.filter((one: { text: string }) => one.text === text)).to.have.length(2)
    },
  )

  dashboard.inOneView('problems are shown while one writes', '/compose', async (page, view) => {
    await page.getByRole('group', { name: 'Publish on' }).waitFor()
    await choose(page, /ada/i)
    await page.getByLabel('Text').fill('a'.repeat(301))
    await panel(page, 'Bluesky').getByText(/300/).first().waitFor()
    expect(await page.getByRole('button', { name: 'Publish', exact: true }).isDisabled()).to.equal(true)
    await inspect(page, 'compose problems', view)
    await page.getByLabel('Text').fill('short enough')
    await panel(page, 'Bluesky').getByText('Ready').waitFor()
  })
})
