import { expect } from 'chai'
import { inspect, useDashboard } from './dashboard.ts'

const hostile = '<img src=x onerror=alert(1)> \u202edesrever\u202c ​​​'

/**
 * On a busy machine a thumbnail may not be made in time; an icon replaces it, and the browser notes the
 * status.
 */
const busy = { complaints: /status of 503/ }

describe('dashboard: publishes', () => {
  let published = ''
  let failed = ''
  let unknown = ''

  const dashboard = useDashboard(async (whole) => {
    await whole.startWorker()
    const accountId = await whole.connect('bluesky', { as: 'ada.test', body: { handle: 'ada.test' } })
    const publish = (body: object) => whole.call('POST', '/posts', { platform: 'bluesky', accountId, ...body })
    const photo = await fetch(`${whole.sandbox.url}/samples/photo-640x480.jpg`)
    const base64 = Buffer.from(await photo.arrayBuffer()).toString('base64')
    const first = await publish({
      text: 'Fresh bread every morning at seven',
      images: [{ content_type: 'image/jpeg', base64, altText: 'Bread' }],
      thread: [{ text: 'and cake at four' }],
    })
    expect(first.status, JSON.stringify(first.body)).to.equal(201)
    published = first.body.publishId
    await publish({ text: `${hostile} ${'W'.repeat(200)}` })
    // A file that the network's own checks reject is stored as a failed publish only once it was accepted by ours.
    const video = await publish({
      text: 'A video that nobody can fetch',
      video: { url: `${whole.sandbox.url}/samples/none.mp4` },
    })
    failed = video.body.publishId
    await whole.ended(failed)
    // As a response leaves it that was lost, on a network that cannot be asked.
    unknown = (await publish({ text: 'Nobody knows about this one' })).body.publishId
    await whole.context.db.kysely
      .updateTable('externalWrite')
      .set({ status: 'unknown', result: null, providerIds: [] })
      .where('id', '=', unknown)
      .execute()
  })

  dashboard.inOneView('a publish whose outcome is unknown leads to its runbook', '/', async (page) => {
    await page.getByText('Whether it was published could not be found out.').waitFor()
    await page.getByRole('link', { name: 'Runbook' }).click()
    await page.getByRole('heading', { name: 'UnknownWrites' }).waitFor()
    await page.locator('#unknown-writes').getByText('npm run admin -- write list --status unknown').waitFor()
  })

  dashboard.eachView(
    'publishes are listed, searched and filtered',
    '/publishes',
    async (page, view) => {
      await page.getByRole('link', { name: 'Fresh bread every morning at seven' }).waitFor()
      await inspect(page, 'publishes', view)
      await page.getByLabel('Search publishes').fill('bread')
      await page.getByRole('link', { name: 'A video that nobody can fetch' }).waitFor({ state: 'detached' })
      expect(new URL(page.url()).searchParams.get('q')).to.equal('bread')
      await page.getByLabel('Search publishes').fill('')
      await page.getByRole('combobox', { name: 'Status' }).click()
      await page.getByRole('option', { name: 'Failed' }).click()
      await page.getByRole('link', { name: 'A video that nobody can fetch' }).waitFor()
      await page.getByRole('link', { name: 'Fresh bread every morning at seven' }).waitFor({ state: 'detached' })
    },
    busy,
  )

  dashboard.eachView(
    'a publish tells what was posted and what happened',
    '/publishes',
    async (page, view) => {
      await page.getByRole('link', { name: 'Fresh bread every morning at seven' }).click()
      await page.getByRole('heading', { level: 1, name: 'Publish on Bluesky' }).waitFor()
      expect(new URL(page.url()).pathname).to.equal(`/dashboard/publishes/${published}`)
      await page.getByText('and cake at four').waitFor()
      await page.getByText('The network confirmed it.').waitFor()
      await page.getByRole('link', { name: 'View on Bluesky' }).waitFor()
      await inspect(page, 'publish published', view)
    },
    busy,
  )

  dashboard.inOneView(
    'a failed publish says why',
    '/publishes?status=failed',
    async (page, view) => {
      await page.getByRole('link', { name: 'A video that nobody can fetch' }).click()
      await page.getByText('The post was not published.').first().waitFor()
      await page.getByRole('link', { name: 'What this means and what to do' }).waitFor()
      await inspect(page, 'publish failed', view)
    },
    busy,
  )

  dashboard.inOneView(
    'an unknown publish is decided by a user who checked the account',
    '/publishes?status=unknown',
    async (page, view) => {
      await page.getByRole('link', { name: 'Nobody knows about this one' }).click()
      await page.getByRole('button', { name: 'Say what you found' }).click()
      const dialog = page.getByRole('dialog', { name: 'What did you find?' })
      await dialog.getByLabel('The post is there').check()
      await dialog.getByLabel('Id of the post').fill('at://found')
      await inspect(page, 'publish decide', view)
      await dialog.getByRole('button', { name: 'Record' }).click()
      await page.getByText('The post is published.').first().waitFor()
      const { body } = await dashboard.whole.call('GET', `/posts/publishes/${unknown}`)
      expect(body).to.deep.include({ status: 'published', postIds: ['at://found'] })
    },
    busy,
  )

  dashboard.inOneView(
    'hostile text is only text',
    '/publishes',
    async (page) => {
      await page.getByText('<img src=x onerror=alert(1)>').first().waitFor()
      expect(await page.locator('img[src="x"]').count()).to.equal(0)
    },
    busy,
  )
})
