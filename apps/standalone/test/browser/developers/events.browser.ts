import { expect } from 'chai'
import { inspect, useDashboard } from '../dashboard.ts'

describe('dashboard: events', () => {
  let accountId: string
  const dashboard = useDashboard(
    async (whole) => {
      accountId = await whole.connect('x')
      await whole.call('POST', '/posts', { platform: 'x', accountId, text: 'Before the page was open' })
    },
    { networks: ['x'] },
  )

  dashboard.eachView('what happened is listed, and what happens appears', '/events', async (page, view) => {
    const list = page.getByRole('list', { name: 'Events' })
    await list.getByText('account.connected').first().waitFor()
    await page.getByText('Live').waitFor()
    const text = `While it is open ${view.width}`
    const { publishId } = (await dashboard.whole.call('POST', '/posts', { platform: 'x', accountId, text })).body
    const published = list.getByRole('listitem').filter({ hasText: 'publish.published' }).filter({ hasText: publishId })
    const link = published.getByRole('link', { name: `publish ${publishId}` })
    expect(await link.getAttribute('href')).to.match(new RegExp(`^/dashboard/publishes/${publishId}\\?profile=`))
    await published.getByRole('button', { name: 'JSON' }).click()
    const json = JSON.parse((await published.locator('pre').textContent()) ?? '')
    expect(json).to.deep.include({ type: 'publish.published', object: { type: 'publish', id: publishId }, accountId })
    const { body } = await dashboard.whole.call('GET', '/events?types=publish.published&limit=200')
    expect(body.events.find(({ id }: { id: string }) => id === json.id)).to.deep.equal(json)
    await inspect(page, 'events json', view)
  })

  dashboard.inOneView('the filters are in the URL', '/events', async (page) => {
    const list = page.getByRole('list', { name: 'Events' })
    await list.getByText('publish.published').first().waitFor()
    await page.getByRole('combobox', { name: 'Types of events' }).click()
    await page.getByRole('option', { name: 'account.*' }).click()
    await list.getByText('publish.published').first().waitFor({ state: 'detached' })
    await list.getByText('account.connected').first().waitFor()
    expect(new URL(page.url()).searchParams.get('types')).to.equal('account.*')
    await page.reload()
    await list.getByText('account.connected').first().waitFor()
    expect(await list.getByText('publish.published').count()).to.equal(0)
  })

  dashboard.inOneView('a pause keeps the list as it is', '/events?types=publish.*', async (page) => {
    await page.getByText('Live').waitFor()
    await page.getByRole('button', { name: 'Pause' }).click()
    await page.getByText('Paused').waitFor()
    const posted = await dashboard.whole.call('POST', '/posts', {
      platform: 'x',
      accountId,
      text: 'While it is paused',
    })
    const { publishId } = posted.body
    expect(await page.getByText(publishId).count()).to.equal(0)
    await page.getByRole('button', { name: 'Go on' }).click()
    await page.getByText(publishId).first().waitFor()
  })
})
