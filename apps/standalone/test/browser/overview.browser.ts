import { addNetworkCalls, closeDailyQuota, consumeDailyQuota } from '@carillon/database'
import { dailyQuotas, resetOf } from '@carillon/domain'
import { expect } from 'chai'
import type { Locator } from 'playwright-core'
import { inspect, useDashboard } from './dashboard.ts'

describe('dashboard: overview of a new installation', () => {
  const dashboard = useDashboard()

  dashboard.eachView('the first steps', '/', async (page) => {
    await page.getByText('Connect an account').waitFor()
    await page.getByText('All clear').waitFor()
    await page.getByText('$0.00').waitFor()
    await page.getByText('YouTube: API units').waitFor()
    await page.getByText('0 of 10,000').waitFor()
  })

  dashboard.inOneView(
    'the end of a connection leads to a post on the account, in six clicks from the first page to the post',
    '/',
    async (page, view) => {
      let clicks = 0
      const click = async (target: Locator) => {
        clicks += 1
        await target.click()
      }
      await click(page.getByRole('link', { name: 'Connect an account' }))
      const dialog = page.getByRole('dialog', { name: 'Connect an account' })
      await click(dialog.getByRole('button', { name: 'X', exact: true }))
      const popup = page.waitForEvent('popup')
      await click(dialog.getByRole('button', { name: 'Continue' }))
      const tab = await popup
      await click(tab.getByRole('button', { name: 'Allow' }))
      await tab.getByRole('heading', { name: 'The account is connected' }).waitFor()
      await tab.close()
      await dialog.getByText('Mira Bellweather is connected.').waitFor()
      await dialog.getByRole('button', { name: 'Connect another' }).waitFor()
      await inspect(page, 'accounts connected', view)
      await click(dialog.getByRole('link', { name: 'Compose a post' }))
      await page.getByLabel('Text', { exact: true }).fill('Our first post')
      await click(page.locator('button:enabled', { hasText: 'Publish' }))
      await page.getByText('The post is published.').waitFor()
      expect(clicks).to.equal(6)
    },
    { origins: ({ sandbox }) => [sandbox.url] },
  )
})

describe('dashboard: overview and usage', () => {
  const dashboard = useDashboard(async (whole) => {
    const { day } = resetOf(new Date(), dailyQuotas['youtube.units'].timeZone)
    await consumeDailyQuota(whole.context.db, { bucket: 'youtube.units', day, cost: 8_750, limit: 10_000 })
    await closeDailyQuota(whole.context.db, { bucket: 'youtube.uploads', day })
    const rows = [{ network: 'tiktok', calls: 9, failed: 9, slow: 0 } as const]
    await addNetworkCalls(whole.context.db, { minute: new Date(), rows })
    const bluesky = await whole.connect('bluesky', { as: 'grace.test', body: { handle: 'grace.test' } })
    const x = await whole.connect('x')
    const publish = (body: object) => whole.call('POST', '/posts', body)
    await publish({ platform: 'bluesky', accountId: bluesky, text: '<b>Hello</b> from the tower' })
    await publish({ platform: 'x', accountId: x, text: 'Fresh bread at seven.' })
    // X does not publish the same text twice.
    await publish({ platform: 'x', accountId: x, text: 'Fresh bread at seven.' })
    await whole.connect('bluesky', { as: 'ada.test', body: { handle: 'ada.test' } })
    await whole.sandboxCall('POST', '/faults', { network: 'bluesky', fault: 'revoke-token', as: 'ada.test' })
    await whole.call('POST', `/profiles/${whole.profileId}/accounts/refresh`, {})
  })

  dashboard.eachView('what needs attention, and what was published', '/', async (page) => {
    await page.getByText('Reconnect the account to go on.').waitFor()
    // Which post failed, and why: nothing has to be opened for it.
    const failed = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: 'View publish' }) })
    await failed.getByText('The same text was published a short time ago.').waitFor()
    await failed.getByText('Fresh bread at seven.').waitFor()
    await page.getByText(/charged operations/).waitFor()
    await page.getByText('8,750 of 10,000').waitFor()
    await page.getByText('Used up').waitFor()
    await page.getByText('Down', { exact: true }).waitFor()
  })

  dashboard.eachView('what a month has cost', '/usage', async (page) => {
    await page.getByRole('table', { name: 'By operation' }).getByText('Posts', { exact: true }).waitFor()
    await page.getByRole('table', { name: 'By profile' }).getByText('Default').waitFor()
    await page.locator('.recharts-bar-rectangle path').first().waitFor()
  })

  dashboard.inOneView('a network that is down leads to its runbook, with the first command', '/', async (page) => {
    await page.getByText('Down', { exact: true }).waitFor()
    await page.getByRole('link', { name: 'Runbook' }).click()
    await page.getByRole('heading', { name: 'NetworkFailing' }).waitFor()
    expect(new URL(page.url()).hash).to.equal('#network-failing')
    const runbook = page.locator('#network-failing')
    await runbook.getByText('npm run admin -- doctor').waitFor()
    await runbook.getByText(/writes are looked up and go on/).waitFor()
  })

  dashboard.inOneView('an account that expired leads to its page', '/', async (page) => {
    await page.getByRole('button', { name: 'Reconnect Ada Lovelace' }).waitFor()
    await page.getByRole('link', { name: /Ada Lovelace/ }).click()
    await page.getByRole('heading', { level: 1, name: 'Ada Lovelace' }).waitFor()
  })
})
