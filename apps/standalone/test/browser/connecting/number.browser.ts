import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { inspect, useDashboard } from '../dashboard.ts'

/** Goes through the sign-up in the tab that the dashboard has opened. */
async function signUp(tab: Page, number: 'ready' | 'none'): Promise<void> {
  const [popup] = await Promise.all([
    tab.waitForEvent('popup'),
    tab.getByRole('button', { name: 'Continue with Facebook' }).click(),
  ])
  await popup.locator(`input[name=number][value=${number}]`).check()
  await popup.getByRole('button', { name: 'Finish' }).click()
  await tab.getByText('The account is connected.').waitFor()
}

describe('dashboard: connecting a WhatsApp number', () => {
  const dashboard = useDashboard(
    async (whole) => {
      await whole.sandboxCall('POST', '/whatsapp/app', { webhookUrl: `${whole.gatewayUrl}/webhooks/whatsapp` })
    },
    { networks: ['facebook', 'whatsapp'] },
  )
  const expected = { origins: () => [new URL(dashboard.whole.sandbox.url).origin] }

  /** Each task has a profile of its own: a profile has one number. */
  async function show(page: Page, name: string): Promise<string> {
    const { body } = await dashboard.whole.call('POST', '/profiles', { name })
    await page.goto(`${dashboard.whole.gatewayUrl}/dashboard/accounts?profile=${body.id}`)
    await page.getByRole('button', { name: 'Connect account' }).first().click()
    await page.getByRole('dialog').getByRole('button', { name: 'WhatsApp' }).click()
    return body.id
  }

  dashboard.eachView(
    'the sign-up opens in a tab, and the dialog follows it to the end',
    '/accounts',
    async (page, view) => {
      const profileId = await show(page, `Number ${view.width} ${view.scheme}`)
      const dialog = page.getByRole('dialog', { name: 'Connect an account' })
      await inspect(page, 'whatsapp connect', view)
      const [tab] = await Promise.all([
        page.waitForEvent('popup'),
        dialog.getByRole('button', { name: 'Continue' }).click(),
      ])
      await dialog.getByText('Waiting for consent in the tab of WhatsApp.').waitFor()
      await inspect(page, 'whatsapp waiting', view)
      await signUp(tab, 'ready')
      await tab.close()
      await dialog.getByText(/ is connected\.$/).waitFor()
      await dialog.getByRole('button', { name: 'Done' }).click()
      await dialog.waitFor({ state: 'detached' })
      const { body } = await dashboard.whole.call('GET', `/profiles/${profileId}/accounts`)
      expect(body.accounts).to.have.length(1)
      expect(body.accounts[0]).to.deep.include({ platform: 'whatsapp', setup: { state: 'ready', missing: [] } })
      await page.getByRole('row').filter({ hasText: body.accounts[0].displayIdentifier }).waitFor()
    },
    expected,
  )

  dashboard.inOneView(
    'a link for a customer works the same, and an unfinished number says what is missing',
    '/accounts',
    async (page, view) => {
      await show(page, 'A customer')
      await page.getByRole('dialog').getByRole('button', { name: 'Link for a customer' }).click()
      const dialog = page.getByRole('dialog', { name: 'Link for a customer' })
      await dialog.getByRole('button', { name: 'Create link' }).click()
      const link = (await dialog.locator('pre').textContent()) ?? ''
      await dialog.getByRole('button', { name: 'Close' }).click()
      const customer = await page.context().newPage()
      await customer.goto(link)
      await customer.getByRole('button', { name: 'Connect WhatsApp' }).click()
      await signUp(customer, 'none')
      await customer.close()
      await page.getByText('Set-up not finished').first().waitFor()
      await inspect(page, 'whatsapp unfinished', view)
    },
    expected,
  )
})
