import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { untilTrue } from './browser.ts'
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
  const panel = (page: Page, network: string) =>
    page.getByRole('region', { name: `${network}: preview, problems and settings` })
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
      await page.getByLabel('Text', { exact: true }).fill(text)
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
      const [shown, kept] = [await page.locator('img[alt="tall.png"]').first().boundingBox(), await frame.boundingBox()]
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

  dashboard.inOneView(
    'a publish whose response is lost is looked up, which is said, and one can go on meanwhile',
    '/compose',
    async (page, view) => {
      await page.getByRole('group', { name: 'Publish on' }).waitFor()
      await page.getByRole('button', { name: 'New post' }).click()
      await choose(page, /ada/i)
      const text = 'Lost on its way back'
      await page.getByLabel('Text', { exact: true }).fill(text)
      await page.route('**/api/v1/posts', async (route) => {
        await route.fetch()
        await route.abort('connectionfailed')
      })
      const seen = Promise.withResolvers<void>()
      await page.route('**/api/v1/posts/publishes?requestId=*', async (route) => {
        await seen.promise
        await route.continue()
      })
      await page.locator('button:enabled', { hasText: /^Publish$/ }).click()
      await page.getByText(/^The response was lost\. Carillon looks whether the post was stored/).waitFor()
      await inspect(page, 'compose lost response', view)
      expect(await page.getByRole('button', { name: 'Continue with the draft' }).isDisabled()).to.equal(true)
      const draft = page.url()
      await page.getByRole('button', { name: 'Compose another post' }).click()
      await page.getByRole('group', { name: 'Publish on' }).waitFor()
      seen.resolve()
      await page.goto(draft)
      await page.getByText('The post is published.').waitFor()
      const { body } = await dashboard.whole.call('GET', `/posts/publishes?profileId=${dashboard.whole.profileId}`)
      expect(body.publishes.filter((one: { text: string }) => one.text === text)).to.have.length(1)
    },
    { complaints: /ERR_CONNECTION_FAILED|ERR_FAILED/ },
  )

  dashboard.inOneView('problems are shown while one writes', '/compose', async (page, view) => {
    await page.getByRole('group', { name: 'Publish on' }).waitFor()
    await choose(page, /ada/i)
    // An empty post is not ready, but nothing is wrong with it yet; the words are those of the composer.
    await panel(page, 'Bluesky').getByText('Write a text or add media.').waitFor()
    await panel(page, 'Bluesky').getByText('What this post needs').waitFor()
    await page.getByText('Nothing is written yet').waitFor()
    expect(await page.getByText(/needs? attention/i).count()).to.equal(0)
    await inspect(page, 'compose empty', view)
    await page.getByLabel('Text', { exact: true }).fill('a'.repeat(301))
    await panel(page, 'Bluesky').getByText(/300/).first().waitFor()
    await panel(page, 'Bluesky').getByText('Needs attention').waitFor()
    expect(await page.getByRole('button', { name: 'Publish', exact: true }).isDisabled()).to.equal(true)
    await inspect(page, 'compose problems', view)
    await page.getByLabel('Text', { exact: true }).fill('short enough')
    await page.getByRole('button', { name: 'Add a post to the thread' }).click()
    await panel(page, 'Bluesky').getByText('Post 2, text:').waitFor()
    await page.getByRole('button', { name: 'Remove this post' }).click()
    await panel(page, 'Bluesky').getByText('Ready').waitFor()
  })

  dashboard.inOneView(
    'a file that no network takes is not added, and the reason is said',
    '/compose',
    async (page, view) => {
      await page.getByRole('group', { name: 'Publish on' }).waitFor()
      await choose(page, /ada/i)
      await page
        .locator('input[type="file"]')
        .first()
        .setInputFiles({ name: 'menu.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') })
      await page.getByText(/menu\.pdf is a PDF file\. The chosen networks take JPEG, PNG, WebP and MP4\./).waitFor()
      await inspect(page, 'compose unsupported file', view)
    },
  )

  dashboard.eachView(
    'the accounts that are ready are published on, and the draft stays for those that need attention',
    '/compose',
    async (page, view) => {
      const text = `Only on one, ${view.width} ${view.scheme}`
      const accounts = page.getByRole('group', { name: 'Publish on' })
      await accounts.waitFor()
      await page.getByRole('button', { name: 'New post' }).click()
      await choose(page, /ada/i)
      await accounts
        .locator('label')
        .filter({ has: page.getByRole('img', { name: 'Instagram' }) })
        .click()
      await page.getByLabel('Text', { exact: true }).fill(text)
      await page.getByText('1 ready · 1 needs attention').waitFor()
      await panel(page, 'Instagram').getByText('Add 1 to 10 images.').waitFor()
      await inspect(page, 'compose one needs attention', view)
      await page.locator('button:enabled', { hasText: 'Publish on 1 of 2 accounts' }).click()
      await page.getByText('The post is published.').waitFor()
      await inspect(page, 'compose one published', view)
      await page.getByRole('button', { name: 'Continue with the draft' }).click()
      await panel(page, 'Instagram').getByText('Add 1 to 10 images.').waitFor()
      expect(await panel(page, 'Bluesky').count()).to.equal(0)
      expect(await page.getByLabel('Text', { exact: true }).inputValue()).to.equal(text)
      const { body } = await dashboard.whole.call('GET', `/posts/publishes?profileId=${dashboard.whole.profileId}`)
      expect(body.publishes.filter((one: { text: string }) => one.text === text)).to.have.length(1)
    },
  )

  dashboard.eachView(
    'one network gets a text of its own, and previews show what each shows',
    '/compose',
    async (page, view) => {
      const accounts = page.getByRole('group', { name: 'Publish on' })
      await accounts.waitFor()
      await page.getByRole('button', { name: 'New post' }).click()
      await choose(page, /ada/i)
      for (const name of ['Instagram', 'X']) {
        await accounts
          .locator('label')
          .filter({ has: page.getByRole('img', { name, exact: true }) })
          .click()
      }
      const long = `Fresh bread every morning. ${'We bake with rye, spelt and time. '.repeat(5)}`
      await page.getByLabel('Text', { exact: true }).fill(long)
      await addPhoto(page)
      await page.getByRole('tab', { name: 'X', exact: true }).click()
      await page.getByRole('button', { name: 'Write separately for X' }).click()
      await page.getByLabel('Text', { exact: true }).fill(`Order at https://www.bakery.example/${view.width}`)
      await page.getByRole('button', { name: 'Remove bread.jpg' }).click()
      const preview = (name: string) => page.getByRole('figure', { name: `Preview on ${name}`, exact: true })
      await preview('Instagram').getByText('more', { exact: true }).waitFor()
      await preview('Instagram').getByRole('img', { name: 'bread.jpg' }).waitFor()
      expect(await preview('Bluesky').getByText('more', { exact: true }).count()).to.equal(0)
      await preview('X').getByText('Order at').waitFor()
      await preview('X').getByText('bakery.example', { exact: true }).waitFor()
      await page.getByText('3 ready').waitFor()
      await inspect(page, 'compose own text', view)
      if (view.width > 1000) {
        await page.setViewportSize({ width: 1280, height: 800 })
        await inspect(page, 'compose 1280', view)
        // The editor stays in view while the previews scroll.
        await page.mouse.wheel(0, 900)
        await untilTrue(page, 'scrollY > 300', 'the page has scrolled')
        const box = await page.getByLabel('Text', { exact: true }).boundingBox()
        expect(box?.y).to.be.within(0, 700)
      }
      await page.locator('button:enabled', { hasText: 'Publish on 3 accounts' }).click()
      await page.getByText('The post is published.').nth(2).waitFor()
      const { body } = await dashboard.whole.call('GET', `/posts/publishes?profileId=${dashboard.whole.profileId}`)
      const newest = body.publishes
        .slice(0, 3)
        .map((one: { platform: string; text: string }) => [one.platform, one.text])
      expect(Object.fromEntries(newest)).to.deep.equal({
        bluesky: long,
        instagram: long,
        x: `Order at https://www.bakery.example/${view.width}`,
      })
    },
  )

  dashboard.inOneView(
    'a failed publish opens with its text, its image and the reason',
    '/compose',
    async (page, view) => {
      const { whole } = dashboard
      await page.getByRole('group', { name: 'Publish on' }).waitFor()
      await choose(page, /ada/i)
      await page.getByLabel('Text', { exact: true }).fill('Cake at four')
      await addPhoto(page)
      const response = page.waitForResponse(
        (one) => one.request().method() === 'POST' && one.url().endsWith('/api/v1/posts'),
      )
      await page.locator('button:enabled', { hasText: /^Publish$/ }).click()
      const { publishId } = await (await response).json()
      await page.getByText('The post is published.').waitFor()
      // As if the network had rejected it later.
      const error = JSON.stringify({ status: 422, code: 'provider_rejected', message: 'The image shows no cake.' })
      await whole.context.pool.query(`update external_write set status = 'failed', error = $2 where id = $1`, [
        publishId,
        error,
      ])
      await page.goto(`${whole.gatewayUrl}/dashboard/publishes/${publishId}`)
      await page.getByRole('link', { name: 'Edit and publish again' }).click()
      await page.getByText('The image shows no cake.').waitFor()
      expect(await page.getByLabel('Text', { exact: true }).inputValue()).to.equal('Cake at four')
      await page.getByRole('figure', { name: 'Preview on Bluesky' }).getByRole('img', { name: 'bread.jpg' }).waitFor()
      await page.getByText('1 ready').waitFor()
      await inspect(page, 'compose failed publish', view)
    },
  )

  dashboard.eachView(
    'a failed publish that another browser sent opens with its image',
    '/compose',
    async (page, view) => {
      const { whole } = dashboard
      const { body } = await whole.call('GET', `/accounts?profileId=${whole.profileId}`)
      const { accountId } = body.accounts.find(({ platform }: { platform: string }) => platform === 'bluesky')
      const image = { content_type: 'image/jpeg', base64: photo.toString('base64') }
      const sent = await whole.call('POST', '/posts', {
        ...{ platform: 'bluesky', accountId, text: 'Cake at five', images: [image] },
      })
      expect(sent.status, JSON.stringify(sent.body)).to.equal(201)
      const { publishId } = sent.body
      const error = JSON.stringify({ status: 422, code: 'provider_rejected', message: 'No cake.' })
      await whole.context.pool.query(`update external_write set status = 'failed', error = $2 where id = $1`, [
        publishId,
        error,
      ])
      await page.goto(`${whole.gatewayUrl}/dashboard/publishes/${publishId}`)
      await page.getByRole('link', { name: 'Edit and publish again' }).click()
      await page.getByText('No cake. Check the settings').waitFor()
      await page.getByRole('figure', { name: 'Preview on Bluesky' }).getByRole('img', { name: 'image-1.jpg' }).waitFor()
      await page.getByText('1 ready').waitFor()
      await inspect(page, 'compose restored', view)
      await page.locator('button:enabled', { hasText: /^Publish$/ }).click()
      await page.getByText('The post is published.').waitFor()
    },
  )

  dashboard.inOneView('the request of a post is copied as a program', '/compose', async (page) => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.getByRole('group', { name: 'Publish on' }).waitFor()
    await page.getByRole('button', { name: 'New post' }).click()
    await choose(page, /ada/i)
    await page.getByLabel('Text', { exact: true }).fill('Copied bread')
    await panel(page, 'Bluesky').getByRole('button', { name: 'Copy as' }).click()
    await page.getByRole('menuitem', { name: 'curl' }).click()
    await page.getByText('The request was copied as curl.').waitFor()
    const copied = await page.evaluate<string>('navigator.clipboard.readText()')
    expect(copied).to.contain(`${dashboard.whole.gatewayUrl}/api/v1/posts`).and.to.contain('"text":"Copied bread"')
    const { body } = await dashboard.whole.call('GET', `/accounts?profileId=${dashboard.whole.profileId}`)
    const { accountId } = body.accounts.find(({ platform }: { platform: string }) => platform === 'bluesky')
    expect(copied).to.contain(accountId)
  })
})
