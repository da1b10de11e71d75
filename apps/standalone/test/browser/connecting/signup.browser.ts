import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { allowOrigin } from '@carillon/service'
import { expect } from 'chai'
import type { Browser, Page } from 'playwright-core'
import { startWhole, type Whole } from '../../whole.ts'
import { image, startBrowser, type Watched, watch } from '../browser.ts'

describe('signing up for WhatsApp in a browser', () => {
  let whole: Whole
  let browser: Browser
  let application: Server
  let redirectUrl: string
  let page: Page
  let watched: Watched

  before(async () => {
    ;[whole, browser] = await Promise.all([startWhole(), startBrowser()])
    await whole.sandboxCall('POST', '/whatsapp/app', { webhookUrl: `${whole.gatewayUrl}/webhooks/whatsapp` })
    application = createServer((_req, res) => res.setHeader('content-type', 'text/html').end('<h1>Welcome back</h1>'))
    await new Promise<void>((done) => application.listen(0, '127.0.0.1', done))
    const origin = `http://127.0.0.1:${(application.address() as AddressInfo).port}`
    redirectUrl = `${origin}/numbers`
    await allowOrigin(whole.context, { organizationId: whole.organizationId, origin })
  })
  after(async () => {
    await browser.close()
    application.close()
    await whole.close()
  })
  beforeEach(async () => {
    const context = await browser.newContext()
    watched = watch(context)
    page = await context.newPage()
  })
  afterEach(() => page.context().close())

  async function open(body: object = {}) {
    const { body: profile } = await whole.call('POST', '/profiles', { name: `Profile ${Math.random()}` })
    const started = await whole.call('POST', `/profiles/${profile.id}/whatsapp-signup`, body)
    const { authorizationUrl, connectionSessionId } = started.body
    await page.goto(authorizationUrl)
    await page.getByText('The number will be connected for Test.').waitFor()
    const session = async () => (await whole.call('GET', `/profiles/${profile.id}/connect/${connectionSessionId}`)).body
    return { profileId: profile.id as string, authorizationUrl, session }
  }

  /** Opens the dialog as a user does; the network's window. */
  async function dialog(): Promise<Page> {
    const [popup] = await Promise.all([
      page.waitForEvent('popup'),
      page.getByRole('button', { name: 'Continue with Facebook' }).click(),
    ])
    return popup
  }

  for (const first of ['ids', 'code']) {
    it(`connects a number when the ${first} arrive first, and returns to the application`, async () => {
      const { session, profileId } = await open({ redirectUrl })
      if (first === 'ids') await image(page, 'signup')
      const popup = await dialog()
      await popup.locator(`input[name=first][value=${first}]`).check()
      await popup.getByRole('button', { name: 'Finish' }).click()
      await page.getByRole('heading', { name: 'Welcome back' }).waitFor()
      expect(new URL(page.url()).searchParams.get('status')).to.equal('completed')
      const { status, accountIds } = await session()
      expect(status).to.equal('completed')
      const { body } = await whole.call('GET', `/profiles/${profileId}/accounts/${accountIds[0]}`)
      expect(body.setup).to.deep.equal({ state: 'ready', missing: [] })
      expect(watched.complaints).to.deep.equal([])
    })
  }

  it('says so when there is no number, and nobody waits for the browser', async () => {
    const { session } = await open()
    const popup = await dialog()
    await popup.locator('input[name=as][value="sato.ceramics"]').check()
    await popup.locator('input[name=number][value=none]').check()
    await popup.getByRole('button', { name: 'Finish' }).click()
    await page.getByText('The account is connected.').waitFor()
    expect((await session()).status).to.equal('completed')
    expect(watched.complaints).to.deep.equal([])
  })

  for (const [button, code] of [
    ['Cancel', 'missing_scope'],
    ['Report an error', 'provider_error'],
  ] as const) {
    it(`says that the account was not connected: ${button}`, async () => {
      const { session, authorizationUrl } = await open()
      await (await dialog()).getByRole('button', { name: button }).click()
      await page.getByText('The account was not connected.').waitFor()
      const ended = await session()
      expect([ended.status, ended.error.code]).to.deep.equal(['failed', code])
      await page.goto(authorizationUrl)
      await page.getByText('This link was already used').waitFor()
    })
  }

  it('can be tried again when the window was closed', async () => {
    await open()
    await (await dialog()).close()
    await page.getByText('The sign-up was not finished.').waitFor()
    await (await dialog()).getByRole('button', { name: 'Finish' }).click()
    await page.getByText('The account is connected.').waitFor()
  })

  it('listens to the windows of the network only', async () => {
    const { session } = await open()
    const forged = JSON.stringify({ type: 'WA_EMBEDDED_SIGNUP', event: 'CANCEL', data: {} })
    await page.evaluate(`postMessage(${JSON.stringify(forged)}, '*'); postMessage('no JSON {', '*')`)
    await (await dialog()).getByRole('button', { name: 'Finish' }).click()
    await page.getByText('The account is connected.').waitFor()
    expect((await session()).status).to.equal('completed')
  })
})
