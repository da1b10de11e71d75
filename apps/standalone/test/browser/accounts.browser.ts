import { expect } from 'chai'
import type { Page } from 'playwright-core'
import type { Whole } from '../whole.ts'
import { agreeAtBluesky } from './connecting/consent.ts'
import { inspect, useDashboard } from './dashboard.ts'

const consentPage = ({ sandbox }: Whole) => [new URL(sandbox.environment['BLUESKY_HOST_ENTRYWAY'] ?? '').origin]

describe('dashboard: accounts', () => {
  let expiredId = ''
  const dashboard = useDashboard(async (whole) => {
    await whole.connect('bluesky', { as: 'grace.test', body: { handle: 'grace.test' } })
    await whole.connect('youtube')
    await whole.connect('x')
    await whole.connect('instagram', { body: { authMethod: 'instagram_login' } })
    expiredId = await whole.connect('bluesky', { as: 'ada.test', body: { handle: 'ada.test' } })
    await whole.sandboxCall('POST', '/faults', { network: 'bluesky', fault: 'revoke-token', as: 'ada.test' })
    await whole.call('POST', `/profiles/${whole.profileId}/accounts/refresh`, {})
  })

  const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

  dashboard.eachView('accounts with their health', '/accounts', async (page) => {
    await rowOf(page, 'Ada Lovelace').getByText('no longer accepts the connection').waitFor()
    await rowOf(page, 'Grace Hopper').getByText('Working').waitFor()
  })

  dashboard.inOneView('the id of an account is copied', '/accounts', async (page) => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.getByRole('button', { name: 'Copy the id of Ada Lovelace' }).click()
    await page.getByRole('button', { name: 'The id of Ada Lovelace is copied' }).waitFor()
    expect(await page.evaluate('navigator.clipboard.readText()')).to.equal(expiredId)
  })

  dashboard.inOneView('pictures come from the gateway alone', '/accounts', async (page) => {
    const { call, gatewayUrl, profileId } = dashboard.whole
    const { accounts } = (await call('GET', `/profiles/${profileId}/accounts`)).body
    const pictured = accounts.filter(({ avatarUrl }: { avatarUrl: string | null }) => avatarUrl !== null)
    expect(pictured).to.not.have.length(0)
    for (const { accountId } of pictured) {
      const response = await page.request.get(`${gatewayUrl}/dashboard/pictures/${accountId}`)
      expect([200, 204], await response.text()).to.include(response.status())
    }
    const withoutSession = await fetch(`${gatewayUrl}/dashboard/pictures/${pictured[0].accountId}`)
    expect(withoutSession.status).to.equal(401)
  })

  dashboard.eachView('choosing a social network', '/accounts', async (page, view) => {
    await page.getByRole('button', { name: 'Connect account' }).click()
    const dialog = page.getByRole('dialog', { name: 'Connect an account' })
    await dialog.getByRole('button', { name: 'Instagram' }).waitFor()
    await inspect(page, 'accounts connect', view)
    await dialog.getByRole('button', { name: 'Instagram' }).click()
    await dialog.getByLabel('Log in with Facebook').waitFor()
    await inspect(page, 'accounts connect login', view)
    await dialog.getByRole('button', { name: 'Back' }).click()
    await dialog.getByRole('button', { name: 'Bluesky' }).click()
    await dialog.getByLabel('Handle').fill('ada.test')
    await dialog.getByRole('button', { name: 'Back' }).click()
    await dialog.getByRole('button', { name: 'Link for a customer' }).waitFor()
  })

  dashboard.eachView('a link for a customer is created, listed and deleted', '/accounts', async (page, view) => {
    await page.getByRole('button', { name: 'Connect account' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Bluesky' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Link for a customer' }).click()
    const dialog = page.getByRole('dialog', { name: 'Link for a customer' })
    await dialog.getByText('Bluesky', { exact: true }).first().waitFor()
    await inspect(page, 'accounts link', view)
    await dialog.getByRole('button', { name: 'Create link' }).click()
    const url = (await dialog.locator('pre').textContent()) ?? ''
    await inspect(page, 'accounts link created', view)
    const response = await fetch(url)
    expect(response.status).to.equal(200)
    expect(await response.text()).to.contain('<h2>Bluesky</h2>')
    await dialog.getByRole('button', { name: 'Close' }).click()
    const links = page.getByRole('table', { name: 'Links for customers' })
    await links.getByText(/in (1 week|[67] days)/).waitFor()
    await inspect(page, 'accounts links', view)
    await links.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog', { name: 'Delete this link?' }).getByRole('button', { name: 'Delete link' }).click()
    await links.waitFor({ state: 'detached' })
    expect((await fetch(url)).status).to.not.equal(200)
  })

  dashboard.eachView('one account', '/accounts', async (page) => {
    await page.getByRole('link', { name: /Ada Lovelace/ }).click()
    await page.getByRole('heading', { level: 1, name: 'Ada Lovelace' }).waitFor()
    await page.getByText('Publish and list posts').waitFor()
    expect(page.url()).to.contain(expiredId)
    await page.locator('h1:focus').waitFor()
  })

  dashboard.inOneView(
    'an account that expired is connected again with one click',
    '/accounts',
    async (page) => {
      const popup = page.waitForEvent('popup')
      await page.getByRole('button', { name: 'Reconnect Ada Lovelace' }).click()
      const tab = await popup
      // The notice disappears by itself, perhaps before the tab has been closed.
      const notice = page.getByText('The account is connected.').waitFor()
      const agreed = async () => {
        await agreeAtBluesky(tab)
        await tab.getByRole('heading', { name: 'The account is connected' }).waitFor()
        await tab.close()
      }
      await Promise.all([notice, agreed()])
      await rowOf(page, 'Ada Lovelace').getByText('Working').waitFor()
    },
    { origins: consentPage },
  )

  dashboard.inOneView('disconnecting asks first, and says what ends', '/accounts', async (page, view) => {
    await page.getByRole('button', { name: 'More about Grace Hopper' }).click()
    await page.getByRole('menuitem', { name: 'Disconnect' }).click()
    const dialog = page.getByRole('dialog', { name: 'Disconnect this account?' })
    await dialog.getByText('stays on Bluesky').waitFor()
    await inspect(page, 'accounts disconnect', view)
    await dialog.getByRole('button', { name: 'Disconnect' }).click()
    await rowOf(page, 'Grace Hopper').waitFor({ state: 'detached' })
  })

  dashboard.inOneView(
    'an account that is not there',
    '/accounts/0199d1b8-10a2-7c3d-9e4f-5a6b7c8d9e0f',
    async (page) => {
      await page.getByText('account_not_found').waitFor()
    },
    { complaints: /status of 404/ },
  )
})
