import { readFile } from 'node:fs/promises'
import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { connectUser } from '../connect-user.ts'
import { inspect, useDashboard } from './dashboard.ts'

const permissions = ['ads_read', 'ads_management', 'business_management', 'leads_retrieval', 'pages_manage_ads']

/** Chooses a country by its name in the open dialog. */
async function chooseCountry(page: Page, name: string): Promise<void> {
  const field = page.getByRole('dialog').getByRole('combobox', { name: 'Countries' })
  await field.fill(name)
  await page.getByRole('option', { name, exact: true }).click()
  await field.press('Tab')
}

describe('dashboard: ads', () => {
  let accountId = ''
  let withoutAds = ''
  let dollars = ''

  const dashboard = useDashboard(
    async (whole) => {
      accountId = (await connectUser(whole, { platform: 'facebook', as: 'tomas.ferrer' }))[0] ?? ''
      const nora = { platform: 'facebook', as: 'nora.lindqvist', withhold: permissions }
      withoutAds = (await connectUser(whole, nora))[0] ?? ''
      const post = { network: 'facebook', as: 'Ferrer Cycling', text: 'The new gravel bikes are here' }
      await whole.sandboxCall('POST', '/person/post', post)
      const { body } = await whole.call('GET', `/ads/accounts?accountId=${accountId}`)
      dollars = body.adAccounts.find(({ currency }: { currency: string }) => currency === 'USD').id
    },
    { networks: ['facebook'] },
  )

  const show = (page: Page, query = '', account = accountId) =>
    page.goto(`${dashboard.whole.gatewayUrl}/dashboard/ads?account=${account}&ad_account=${dollars}${query}`)

  dashboard.eachView('posts are promoted, switched on and deleted', '/ads', async (page, view) => {
    const name = `Spring ${view.width} ${view.scheme}`
    await show(page)
    await page.getByText('Balance owed').waitFor()
    await page.getByRole('button', { name: 'Promote posts' }).click()
    const plan = page.getByRole('dialog', { name: 'Promote posts' })
    await plan.getByLabel('Name of the campaign').fill(name)
    await plan.getByLabel('The new gravel bikes are here').first().check()
    await plan.getByLabel('Daily budget in USD').fill('15.50')
    await plan.getByLabel('Days').fill('10')
    await chooseCountry(page, 'United States')
    await plan.getByText('$155.00').waitFor()
    await plan.getByText(/It ends on/).waitFor()
    await plan.getByLabel('Minimum age').fill('70')
    await plan.getByText('Ages are 18 to 65.').waitFor()
    await plan.getByLabel('Minimum age').fill('21')
    await plan.getByLabel('Maximum age').fill('50')
    await inspect(page, 'ads promote', view)
    await plan.getByRole('button', { name: 'Create campaign' }).click()
    await plan.waitFor({ state: 'detached' })

    const campaign = page.getByRole('switch', { name: `Activate campaign ${name}` })
    await campaign.waitFor({ state: 'attached' })
    expect(await campaign.isChecked()).to.equal(false)
    await page
      .getByText(/^No delivery in \d+ days$/)
      .first()
      .waitFor()
    await page.getByRole('button', { name: `Open campaign ${name}` }).click()
    await page.getByRole('button', { name: `Open ad set ${name}` }).click()
    await inspect(page, 'ads tree', view)

    await campaign.focus()
    await page.keyboard.press('Space')
    const question = page.getByRole('dialog', { name: 'Activate this campaign?' })
    await question.getByText('Nothing starts to spend yet').waitFor()
    expect(await campaign.isChecked(), 'before it was confirmed').to.equal(false)
    await question.getByRole('button', { name: 'Activate campaign' }).click()
    await page.getByRole('switch', { name: `Pause campaign ${name}` }).waitFor({ state: 'attached' })

    const more = page.getByRole('button', { name: `More for campaign ${name}` })
    await more.click()
    await page.getByRole('menuitem', { name: 'Delete campaign' }).click()
    const deletion = page.getByRole('dialog', { name: 'Delete this campaign?' })
    await inspect(page, 'ads delete', view)
    await deletion.getByRole('button', { name: 'Delete campaign' }).click()
    await more.waitFor({ state: 'detached' })
  })

  dashboard.inOneView(
    'a campaign has a lifetime budget and a start, and is archived once that was confirmed',
    '/ads',
    async (page, view) => {
      const name = 'A week in winter'
      await show(page)
      await page.getByRole('button', { name: 'Promote posts' }).click()
      const plan = page.getByRole('dialog', { name: 'Promote posts' })
      await plan.getByLabel('Name of the campaign').fill(name)
      await plan.getByLabel('The new gravel bikes are here').first().check()
      await plan.locator('label').filter({ hasText: 'Lifetime' }).click()
      await plan.getByLabel('Lifetime budget in USD').fill('90')
      await plan.getByText('$90.00').waitFor()
      await plan.getByLabel('Start').fill('2020-01-01T08:00')
      await chooseCountry(page, 'United States')
      await chooseCountry(page, 'Singapore')
      await plan.getByText('The start is in the past.').waitFor()
      const soon = new Date(Date.now() + 3 * 86_400_000)
      await plan.getByLabel('Start').fill(`${soon.toISOString().slice(0, 10)}T08:00`)
      await plan.getByText('Enter the ids of the verified identities for Singapore.').waitFor()
      await plan.getByLabel('Verified beneficiary, Singapore').fill('1466820000000001')
      await plan.getByLabel('Verified payer, Singapore').fill('1466820000000002')
      await chooseCountry(page, 'Sweden')
      const unnamed = plan.getByText('Ads in Sweden have to name both.')
      await unnamed.waitFor()
      await inspect(page, 'ads promote lifetime', view)
      await plan.getByLabel('Who benefits').fill('Ferrer Cycling')
      await plan.getByLabel('Who pays').fill('Ferrer Cycling')
      await unnamed.waitFor({ state: 'detached' })
      await plan.getByRole('button', { name: 'Create campaign' }).click()
      await plan.waitFor({ state: 'detached' })
      await page.getByRole('button', { name: `Open campaign ${name}` }).click()
      await page
        .getByText(/\$90.00 in all/)
        .first()
        .waitFor()
      await page.getByRole('button', { name: `More for campaign ${name}` }).click()
      await page.getByRole('menuitem', { name: 'Archive campaign' }).click()
      const question = page.getByRole('dialog', { name: 'Archive this campaign?' })
      await question.getByText('This cannot be undone.').waitFor()
      await question.getByRole('button', { name: 'Archive campaign' }).click()
      await page.getByText(`The campaign is archived.`).waitFor()
      await page.getByRole('switch', { name: `Activate campaign ${name}` }).waitFor({ state: 'detached' })
    },
  )

  dashboard.eachView('an ad account is created in a business, and renamed', '/ads', async (page, view) => {
    const name = `Winter ${view.width}`
    await show(page)
    await page.getByRole('button', { name: 'New ad account' }).click()
    const dialog = page.getByRole('dialog', { name: 'Create an ad account' })
    await dialog.getByLabel('Name of the ad account').fill(name)
    await dialog.getByText('Enter a currency of three letters').waitFor()
    await dialog.getByLabel('Currency').fill('eur')
    await dialog.getByLabel('Time zone').fill('1')
    await inspect(page, 'ads new account', view)
    await dialog.getByRole('button', { name: 'Create ad account' }).click()
    await dialog.waitFor({ state: 'detached' })
    const isChosen = async (label: string) => {
      await page.getByRole('combobox', { name: 'Ad account' }).click()
      await page.getByRole('option', { name: label, selected: true }).waitFor()
      await page.keyboard.press('Escape')
    }
    await isChosen(`${name} (EUR)`)
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    const edit = page.getByRole('dialog', { name: 'Edit the ad account' })
    await edit.getByLabel('Name').fill(`${name} and spring`)
    await edit.getByLabel('Who benefits').fill('Ferrer Cycling')
    await edit.getByLabel('Who pays').fill('Ferrer Cycling')
    await inspect(page, 'ads edit account', view)
    await edit.getByRole('button', { name: 'Save' }).click()
    await edit.waitFor({ state: 'detached' })
    await isChosen(`${name} and spring (EUR)`)
  })

  dashboard.eachView('spend is shown by day, and leads are saved as a file', '/ads', async (page, view) => {
    await show(page, '&view=spend')
    await page.getByRole('table', { name: 'Spend by day' }).waitFor({ state: 'attached' })
    expect(await page.getByRole('cell', { name: 'Not reported' }).count()).to.be.above(0)
    await inspect(page, 'ads spend', view)
    await show(page, '&view=leads')
    await page.getByRole('button', { name: 'Show more' }).click()
    await page.getByText('Those are all leads.').waitFor()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download CSV: 142 leads' }).click(),
    ])
    const lines = (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n')
    expect(lines).to.have.lengthOf(143)
    expect(lines[0]).to.match(/^\ufeffCreated,Form,Campaign,Ad,/)
  })

  dashboard.inOneView(
    'why the network rejected a campaign is in view below the long form',
    '/ads',
    async (page) => {
      await show(page)
      await page.getByRole('button', { name: 'Promote posts' }).click()
      const plan = page.getByRole('dialog', { name: 'Promote posts' })
      await plan.getByLabel('Name of the campaign').fill('Without a payer')
      await plan.getByLabel('The new gravel bikes are here').first().check()
      await plan.getByLabel('Daily budget in USD').fill('15')
      await chooseCountry(page, 'Spain')
      await plan.getByRole('button', { name: 'Create campaign' }).click()
      const reason = plan.getByRole('alert').getByText(/European Union/)
      await reason.waitFor()
      const box = await reason.boundingBox()
      expect((box?.y ?? 0) + (box?.height ?? 0)).to.be.within(0, 900)
    },
    { complaints: /status of 422/ },
  )

  dashboard.inOneView('the spend cap is changed once the service has done it', '/ads', async (page) => {
    await show(page)
    await page.getByRole('button', { name: 'Change spend cap' }).click()
    const dialog = page.getByRole('dialog', { name: 'Change the spend cap?' })
    await dialog.getByLabel('Spend cap in USD').fill('2345.67')
    await dialog.getByRole('button', { name: 'Set spend cap' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByText('$2,345.67').waitFor()
  })

  dashboard.eachView(
    'missing permissions and limits are explained',
    '/ads',
    async (page, view) => {
      await show(page, '', withoutAds)
      await page.getByText('A permission for ads is missing').waitFor()
      await page.getByText('ads_read').waitFor()
      await page.getByRole('link', { name: 'Reconnect the account' }).waitFor()
      await inspect(page, 'ads permission', view)
    },
    { complaints: /status of 403/ },
  )

  dashboard.inOneView(
    'a limit of the network is said with the time to wait',
    '/ads',
    async (page) => {
      const usage = { 'X-Ad-Account-Usage': { acc_id_util_pct: 97, reset_time_duration: 150 } }
      await dashboard.whole.sandboxCall('POST', '/faults', {
        ...{ network: 'facebook', operation: 'ads.insights.list', fault: 'throttle', times: 1 },
        ...{ code: 613, subcode: 1487742, usage },
      })
      await show(page, '&view=spend')
      // Also in the place of the ad account, if it is read after the limit was reached.
      await page
        .getByText(/Try again in \d+ seconds/)
        .first()
        .waitFor()
    },
    { complaints: /status of 429/ },
  )
})
