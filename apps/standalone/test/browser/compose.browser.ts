import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { inspect, useDashboard } from './dashboard.ts'

/** An image of a size, as the browser draws it. */
async function drawn(page: Page, width: number, height: number): Promise<Buffer> {
  const url = await page.evaluate<string>(
    `Object.assign(document.createElement('canvas'), { width: ${width}, height: ${height} }).toDataURL('image/png')`,
  )
  return Buffer.from(url.split(',', 2)[1] ?? '', 'base64')
}

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

  dashboard.eachView(
    'what has to be cropped is drawn and said, and an image is described and tagged',
    '/compose',
    async (page, view) => {
      const accounts = page.getByRole('group', { name: 'Publish on' })
      await accounts.waitFor()
      await accounts
        .locator('label')
        .filter({ has: page.getByRole('img', { name: 'Instagram' }) })
        .click()
      const tall = { name: 'tall.png', mimeType: 'image/png', buffer: await drawn(page, 300, 800) }
      await page.locator('input[type="file"]').first().setInputFiles(tall)
      await page.getByText(/Instagram takes 3:4 to 1.91:1, and this is 1:2.67. Crop it to 300 × 400 px/).waitFor()
      const frame = page.locator('img[alt="tall.png"] + span > span')
      const [shown, kept] = [await page.locator('img[alt="tall.png"]').boundingBox(), await frame.boundingBox()]
      expect((kept?.height ?? 0) / (shown?.height ?? 1)).to.be.closeTo(0.5, 0.02)
      await inspect(page, 'compose crop', view)
      await page.getByRole('button', { name: 'Remove tall.png' }).click()
      await addPhoto(page)
      await page.getByRole('button', { name: 'Details of bread.jpg' }).click()
      const dialog = page.getByRole('dialog', { name: 'Image' })
      await dialog.getByLabel('Description').fill('A loaf of rye bread')
      await dialog.getByRole('button', { name: 'Click where the user is seen' }).click({ position: { x: 40, y: 30 } })
      await dialog.getByLabel('User name').fill('@lindqvist.bakery')
      await dialog.getByRole('button', { name: 'Tag', exact: true }).click()
      await dialog.getByRole('button', { name: 'Remove the tag of lindqvist.bakery' }).waitFor()
      await inspect(page, 'compose tags', view)
      await dialog.getByRole('button', { name: 'Done' }).click()
      await page.getByText('Ready', { exact: true }).waitFor()
      const response = page.waitForResponse(
        (one) => one.request().method() === 'POST' && one.url().endsWith('/api/v1/posts'),
      )
      await page.locator('button:enabled', { hasText: /^Publish$/ }).click()
      const { publishId } = await (await response).json()
      const { rows } = await dashboard.whole.context.pool.query('select payload from external_write where id = $1', [
        publishId,
      ])
      const { image } = rows[0].payload
      expect(image).to.include({ altText: 'A loaf of rye bread' })
      expect(image.userTags).to.have.length(1)
      expect(image.userTags[0].username).to.equal('lindqvist.bakery')
      await page.getByText('The post is published.').first().waitFor()
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
