import { readFile } from 'node:fs/promises'
import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { connectUser } from '../connect-user.ts'
import { inspect, useDashboard } from './dashboard.ts'

describe('dashboard: analytics', () => {
  const accounts: Record<string, string> = {}

  const dashboard = useDashboard(
    async (whole) => {
      for (const user of [
        { platform: 'tiktok', as: 'lena.bakes' },
        { platform: 'youtube', as: 'nora.videos' },
        { platform: 'instagram', as: 'lindqvist.bakery' },
        { platform: 'facebook', as: 'nora.lindqvist', withhold: ['read_insights'] },
      ])
        accounts[user.platform] = (await connectUser(whole, user))[0] ?? ''
    },
    { networks: ['tiktok', 'youtube', 'instagram', 'facebook'] },
  )

  const show = async (page: Page, network: string, query = '') => {
    await page.goto(`${dashboard.whole.gatewayUrl}/dashboard/analytics?account=${accounts[network]}${query}`)
    await page.getByText('Read from').waitFor()
  }
  const choose = async (page: Page, label: string, option: string) => {
    await page.getByRole('combobox', { name: label, exact: true }).click()
    await page.getByRole('option', { name: option, exact: true }).click()
  }

  dashboard.eachView('a report has figures, lines by day and shares', '/analytics', async (page, view) => {
    await show(page, 'tiktok', '&report=account-insights')
    const line = page.getByRole('table', { name: 'Video views by day' })
    const days = await line.getByRole('row').count()
    expect(days).to.be.within(27, 29)
    await page.getByRole('table', { name: 'Countries' }).getByText('%').first().waitFor()
    // Sums are compared with the days before, and hours are a histogram of the whole day.
    await page
      .getByText(/^[+−][\d,]+% from [\d,]+$/)
      .first()
      .waitFor()
    const hours = page.getByRole('table', { name: /^Active followers by hour/ })
    await hours.waitFor({ state: 'attached' })
    expect(await hours.getByRole('row').count()).to.equal(24)
    await inspect(page, 'analytics account', view)

    await choose(page, 'Days', 'Last 7 days')
    await page.waitForURL(/from=\d{4}-\d{2}-\d{2}&to=/)
    await line.getByRole('row').nth(7).waitFor({ state: 'detached' })
    await line.waitFor({ state: 'attached' })
    expect(await line.getByRole('row').count()).to.equal(7)
    await choose(page, 'Figure', 'New followers')
    await page.getByRole('table', { name: 'New followers by day' }).waitFor({ state: 'attached' })

    await choose(page, 'Report', 'Video insights')
    await page.getByRole('table', { name: 'Videos' }).waitFor()
    await inspect(page, 'analytics videos', view)
    // One for each video; on a phone there is no row of headers.
    const videos = page.getByRole('table', { name: 'Videos' }).getByRole('button', { name: 'Details' })
    const all = await videos.count()
    await page.getByText('Up to 20 ids, separated by commas. Empty: the newest videos.').waitFor()
    const { body } = await dashboard.whole.call(
      'GET',
      `/analytics/tiktok/video-insights?accountId=${accounts['tiktok']}`,
    )
    await page.getByRole('textbox', { name: 'Videos' }).fill(Array.from({ length: 21 }, (_, at) => `7${at}`).join())
    await page.getByText('21 ids; the maximum is 20. Remove 1.').waitFor()
    await page.getByRole('textbox', { name: 'Videos' }).fill(` ${body.videos[1].id} `)
    await page.getByRole('button', { name: 'Show', exact: true }).click()
    await page.waitForURL(/videos=\d+/)
    await videos.nth(1).waitFor({ state: 'detached' })
    await videos.first().waitFor()
    expect(await videos.count()).to.equal(1)
    await page.getByRole('textbox', { name: 'Videos' }).fill('')
    await page.keyboard.press('Enter')
    await videos.nth(all - 1).waitFor()
    await page.getByRole('button', { name: 'Details' }).first().click()
    await page.getByRole('dialog', { name: 'Details' }).getByText('Average time watched').waitFor()
    await inspect(page, 'analytics video details', view)
    await page.keyboard.press('Escape')
  })

  dashboard.eachView('every report of each network is shown', '/analytics', async (page, view) => {
    await show(page, 'youtube')
    await page.getByRole('table', { name: 'Views by day' }).waitFor({ state: 'attached' })
    await inspect(page, 'analytics channel', view)
    await show(page, 'youtube', '&report=video-insights')
    await page.getByRole('table', { name: 'Videos' }).waitFor()
    await show(page, 'tiktok', '&report=account-analytics')
    await page.getByText('Followers', { exact: true }).waitFor()
    await show(page, 'instagram')
    await page.getByText('Accounts engaged').waitFor()
    await inspect(page, 'analytics totals', view)
    await show(page, 'facebook')
    await page.getByText('The permission to read insights was not granted').waitFor()
    await page.getByRole('link', { name: 'Open the account' }).waitFor()
  })

  dashboard.eachView('several accounts are compared side by side', '/analytics', async (page, view) => {
    await show(page, 'youtube')
    await page.getByRole('combobox', { name: 'Side by side with' }).click()
    await page.getByRole('option', { name: /TikTok/ }).click()
    await page.keyboard.press('Escape')
    const table = page.getByRole('table', { name: 'Accounts side by side' })
    await table.getByRole('row').filter({ hasText: 'Likes' }).first().waitFor()
    await table.getByText('Not reported').first().waitFor()
    await inspect(page, 'analytics side by side', view)
  })

  dashboard.inOneView('a table is saved as a file that runs nothing', '/analytics', async (page) => {
    const { sandboxCall } = dashboard.whole
    const figures = {
      network: 'tiktok',
      as: 'lena.bakes',
      set: { audience_countries: [{ country: '=1+1', percentage: 1 }] },
    }
    const set = await sandboxCall('POST', '/person/figures', figures)
    expect(set.status, JSON.stringify(set.body)).to.equal(201)
    await show(page, 'tiktok', '&report=account-insights')
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download CSV: Countries' }).click(),
    ])
    expect(await readFile(await download.path(), 'utf8')).to.equal('\ufeffCountries,Value\r\n"\'=1+1",1\r\n')
  })
})
