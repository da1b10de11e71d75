import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import type { Page, Request } from 'playwright-core'
import { inspect, useDashboard } from './dashboard.ts'

describe('dashboard: uploads', () => {
  let dir = ''
  let path: string
  let file: Buffer
  const dashboard = useDashboard(async (whole) => {
    await whole.startWorker()
    await whole.connect('youtube')
    await whole.connect('facebook')
    const sample = await fetch(`${whole.sandbox.url}/samples/video-720x1280-6s-24mb.mp4`)
    expect(sample.status).to.equal(200)
    file = Buffer.from(await sample.arrayBuffer())
    dir = await mkdtemp(join(tmpdir(), 'carillon-uploads-'))
    path = join(dir, 'oven.mp4')
    await writeFile(path, file)
  })
  after(async () => {
    if (dir) await rm(dir, { recursive: true, force: true })
  })

  const ofNetwork = (page: Page, name: string) =>
    page
      .getByRole('group', { name: 'Publish on' })
      .locator('label')
      .filter({ has: page.getByRole('img', { name }) })

  const isPiece = (request: Request) => request.method() === 'PATCH' && request.url().includes('/api/v1/uploads/')

  /** The bytes of the bodies that are sent to the service, by the kind of request. */
  function watchBodies(page: Page) {
    const sent = { largestCheck: 0, pieces: 0 }
    page.on('requestfinished', async (request) => {
      const { requestBodySize } = await request.sizes()
      if (isPiece(request)) sent.pieces += requestBodySize
      else if (request.url().includes('/posts')) sent.largestCheck = Math.max(sent.largestCheck, requestBodySize)
    })
    return sent
  }

  dashboard.inOneView(
    'a video is sent once for several networks, and goes on after a pause and a lost connection',
    '/compose',
    async (page, view) => {
      const sent = watchBodies(page)
      let isLost = false
      const lost = Promise.withResolvers<void>()
      await page.route('**/api/v1/uploads/*', (route) => {
        if (!isLost) return route.continue()
        lost.resolve()
        return route.abort('connectionfailed')
      })
      await ofNetwork(page, 'YouTube').click()
      await ofNetwork(page, 'Facebook').click()
      await page.getByLabel('Title').first().fill('The oven')
      await page.getByLabel('Text', { exact: true }).fill('Bread at seven')
      const firstPiece = page.waitForResponse((response) => isPiece(response.request()))
      await page.locator('input[type="file"]').first().setInputFiles(path)
      await firstPiece
      isLost = true
      await lost.promise
      await page.getByText(/waiting for the connection/).waitFor()
      await inspect(page, 'compose uploading', view)
      await page.getByRole('button', { name: 'Pause the upload of oven.mp4' }).click()
      await page.getByText(/%, paused/).waitFor()
      expect(await page.getByRole('button', { name: /^Publish on/ }).isDisabled()).to.equal(true)
      isLost = false
      await page.getByRole('button', { name: 'Continue to upload oven.mp4' }).click()
      await page.getByText('Uploaded', { exact: true }).waitFor()
      await page.getByRole('combobox', { name: 'Visibility' }).click()
      await page.getByRole('option', { name: 'Private', exact: true }).first().click()
      await page.getByRole('combobox', { name: 'Made for kids' }).click()
      await page.getByRole('option', { name: 'No', exact: true }).click()
      await page.locator('button:enabled', { hasText: 'Publish on 2 accounts' }).click()
      await page
        .getByText(/published|The platform has received/)
        .nth(1)
        .waitFor()
      const { rows } = await dashboard.whole.context.pool.query('select distinct sha256 from media_file')
      expect(rows).to.deep.equal([{ sha256: createHash('sha256').update(file).digest('hex') }])
      expect(sent.pieces).to.be.within(file.length, file.length + 1024 ** 2)
      expect(sent.largestCheck).to.be.below(64 * 1024)
    },
    { complaints: /net::ERR_CONNECTION_FAILED/ },
  )

  dashboard.eachView(
    'a draft is the same after another page, a reload and a closed tab',
    '/compose',
    async (page, view) => {
      const small = Buffer.from(
        await (await fetch(`${dashboard.whole.sandbox.url}/samples/video-720x1280-6s.mp4`)).arrayBuffer(),
      )
      const { gatewayUrl } = dashboard.whole
      const text = `Rye at seven, ${view.width}`
      const textOf = (shown: Page) => shown.getByLabel('Text', { exact: true })
      await ofNetwork(page, 'Facebook').click()
      await textOf(page).fill(text)
      await page.locator('input[type="file"]').first().setInputFiles({
        name: 'rye.mp4',
        mimeType: 'video/mp4',
        buffer: small,
      })
      await page.getByText('Uploaded', { exact: true }).waitFor()
      await page.getByText('Draft saved in this browser').waitFor()
      await page.goto(`${gatewayUrl}/dashboard/publishes`)
      await page.goto(`${gatewayUrl}/dashboard/compose`)
      await textOf(page).waitFor()
      expect(await textOf(page).inputValue()).to.equal(text)
      // The file is gone with the page; its upload is not, and a frame of it is shown.
      await page.getByText('Uploaded', { exact: true }).waitFor()
      await page.getByRole('figure', { name: 'Preview on Facebook' }).getByRole('img', { name: 'rye.mp4' }).waitFor()
      // Another draft beside it; both are listed.
      await page.getByRole('button', { name: 'New post' }).click()
      await ofNetwork(page, 'YouTube').click()
      await textOf(page).fill('Another one')
      await page.getByRole('button', { name: 'Drafts (2)' }).click()
      await inspect(page, 'drafts', view)
      await page.getByRole('dialog', { name: 'Drafts' }).getByRole('link', { name: text }).click()
      await page.getByText('1 ready').waitFor()
      const tab = await page.context().newPage()
      await page.goto('about:blank')
      await tab.goto(`${gatewayUrl}/dashboard/compose`)
      await tab.getByRole('button', { name: 'Drafts (2)' }).click()
      await tab.getByRole('dialog', { name: 'Drafts' }).getByRole('link', { name: text }).click()
      await tab.getByText('1 ready').waitFor()
      expect(await textOf(tab).inputValue()).to.equal(text)
      await tab.locator('button:enabled', { hasText: /^Publish$/ }).click()
      await tab
        .getByText(/published|The platform has received/)
        .first()
        .waitFor()
      // What was published is not a draft any more.
      await tab.getByRole('button', { name: 'Drafts (1)' }).waitFor()
      await tab.close()
      await page.goto(`${gatewayUrl}/dashboard/compose`)
      await page.getByRole('button', { name: 'Drafts (1)' }).waitFor()
    },
  )
})
