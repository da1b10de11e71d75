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
      await page.getByLabel('Text').fill('Bread at seven')
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
      await page.getByRole('combobox', { name: 'Privacy status' }).click()
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
})
