import { closeDailyQuota, consumeDailyQuota } from '@carillon/database'
import { dailyQuotas, resetOf } from '@carillon/domain'
import { useDashboard } from './dashboard.ts'

describe('dashboard: overview of a new installation', () => {
  const dashboard = useDashboard()

  dashboard.eachView('the first steps', '/', async (page) => {
    await page.getByText('Connect an account').waitFor()
    await page.getByText('All clear').waitFor()
    await page.getByText('$0.00').waitFor()
    await page.getByText('YouTube: API units').waitFor()
    await page.getByText('0 of 10,000').waitFor()
  })
})

describe('dashboard: overview and usage', () => {
  const dashboard = useDashboard(async (whole) => {
    const { day } = resetOf(new Date(), dailyQuotas['youtube.units'].timeZone)
    await consumeDailyQuota(whole.context.db, { bucket: 'youtube.units', day, cost: 8_750, limit: 10_000 })
    await closeDailyQuota(whole.context.db, { bucket: 'youtube.uploads', day })
    const bluesky = await whole.connect('bluesky', { as: 'grace.test', body: { handle: 'grace.test' } })
    const x = await whole.connect('x')
    const publish = (body: object) => whole.call('POST', '/posts', body)
    await publish({ platform: 'bluesky', accountId: bluesky, text: '<b>Hello</b> from the tower' })
    await publish({ platform: 'bluesky', accountId: bluesky, text: 'x'.repeat(301) })
    await publish({ platform: 'x', accountId: x, text: 'Fresh bread at seven.' })
    await whole.connect('bluesky', { as: 'ada.test', body: { handle: 'ada.test' } })
    await whole.sandboxCall('POST', '/faults', { network: 'bluesky', fault: 'revoke-token', as: 'ada.test' })
    await whole.call('POST', `/profiles/${whole.profileId}/accounts/refresh`, {})
  })

  dashboard.eachView('what needs attention, and what was published', '/', async (page) => {
    await page.getByText('Reconnect the account to go on.').waitFor()
    await page.getByRole('link', { name: 'View publish' }).waitFor()
    await page.getByText(/charged operations/).waitFor()
    await page.getByText('8,750 of 10,000').waitFor()
    await page.getByText('Used up').waitFor()
  })

  dashboard.eachView('what a month has cost', '/usage', async (page) => {
    await page.getByRole('table', { name: 'By operation' }).getByText('post.create').waitFor()
    await page.getByRole('table', { name: 'By profile' }).getByText('Default').waitFor()
    await page.locator('.recharts-bar-rectangle path').first().waitFor()
  })

  dashboard.inOneView('an account that expired leads to its page', '/', async (page) => {
    await page.getByRole('button', { name: 'Reconnect Ada Lovelace' }).waitFor()
    await page.getByRole('link', { name: /Ada Lovelace/ }).click()
    await page.getByRole('heading', { level: 1, name: 'Ada Lovelace' }).waitFor()
  })
})
