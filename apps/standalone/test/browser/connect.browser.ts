import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { allowOrigin } from '@carillon/service'
import { expect } from 'chai'
import type { Browser, Page } from 'playwright-core'
import { startWhole, type Whole } from '../whole.ts'
import { image, startBrowser } from './browser.ts'
import { agreeAtBluesky } from './connecting/consent.ts'

describe('connecting in a browser', () => {
  let whole: Whole
  let browser: Browser
  /** A customer's application, to which the browser returns. */
  let application: Server
  let redirectUrl: string
  let page: Page

  before(async () => {
    ;[whole, browser] = await Promise.all([startWhole(), startBrowser()])
    // A server that starts with its first use takes longer on a busy machine than a call to a network may take.
    await whole.sandboxCall('GET', '/state/bluesky')
    application = createServer((_req, res) => res.setHeader('content-type', 'text/html').end('<h1>Welcome back</h1>'))
    await new Promise<void>((done) => application.listen(0, '127.0.0.1', done))
    const origin = `http://127.0.0.1:${(application.address() as AddressInfo).port}`
    redirectUrl = `${origin}/accounts?customer=7`
    await allowOrigin(whole.context, { organizationId: whole.organizationId, origin })
  })
  after(async () => {
    await browser.close()
    application.close()
    await whole.close()
  })
  beforeEach(async () => {
    page = await (await browser.newContext()).newPage()
  })
  afterEach(() => page.context().close())

  async function start(body: Record<string, string>) {
    const response = await whole.call('POST', `/profiles/${whole.profileId}/connect`, body)
    expect(response.status, JSON.stringify(response.body)).to.equal(201)
    const { authorizationUrl, connectionSessionId } = response.body
    const session = async () =>
      (await whole.call('GET', `/profiles/${whole.profileId}/connect/${connectionSessionId}`)).body
    return { authorizationUrl, connectionSessionId, session }
  }

  it('leads through the network’s own pages back to the customer’s application', async () => {
    const { authorizationUrl, connectionSessionId, session } = await start({
      platform: 'bluesky',
      handle: 'ada.test',
      redirectUrl,
    })
    await page.goto(authorizationUrl)
    expect(new URL(page.url()).origin).to.equal(whole.sandbox.environment['BLUESKY_HOST_ENTRYWAY'])
    await image(page, 'consent')
    await agreeAtBluesky(page)
    await page.getByRole('heading', { name: 'Welcome back' }).waitFor()
    const url = new URL(page.url())
    expect(`${url.origin}${url.pathname}`).to.equal(redirectUrl.split('?')[0])
    expect(Object.fromEntries(url.searchParams)).to.deep.equal({
      customer: '7',
      connectionSessionId,
      status: 'completed',
    })
    const { status, accountIds } = await session()
    expect(status).to.equal('completed')
    const { body } = await whole.call('GET', `/accounts?accountId=${accountIds[0]}`)
    expect(body.accounts[0]).to.include({ displayIdentifier: 'ada.test', status: 'connected' })
  })

  it('comes back when the person says no', async () => {
    const { authorizationUrl, connectionSessionId, session } = await start({
      platform: 'bluesky',
      handle: 'grace.test',
      redirectUrl,
    })
    await page.goto(authorizationUrl)
    await page.getByRole('textbox', { name: 'Password' }).fill('sandbox-password')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('button', { name: 'Deny access' }).click()
    await page.getByRole('heading', { name: 'Welcome back' }).waitFor()
    const { searchParams } = new URL(page.url())
    expect(searchParams.get('connectionSessionId')).to.equal(connectionSessionId)
    expect(searchParams.get('status')).to.equal('failed')
    expect((await session()).error.code).to.equal('missing_scope')
  })

  it('lets the person pick among several accounts, and goes on from there', async () => {
    const { authorizationUrl, connectionSessionId, session } = await start({ platform: 'facebook', redirectUrl })
    await page.goto(authorizationUrl)
    await page.getByLabel(/tomas.ferrer/).check()
    await page.getByRole('button', { name: 'Allow' }).click()
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('heading', { name: 'Which accounts should be connected?' }).waitFor()
    await image(page, 'picking')
    expect((await session()).status).to.equal('awaiting_selection')
    await page.getByRole('button', { name: 'Connect' }).click()
    await page.getByRole('alert').filter({ hasText: 'Select at least one' }).waitFor()
    await page.getByLabel(/Ferrer Cycling/).check()
    await page.getByLabel(/Ferrer Outdoor/).check()
    await page.getByRole('button', { name: 'Connect' }).click()
    await page.getByRole('heading', { name: 'Welcome back' }).waitFor()
    expect(new URL(page.url()).searchParams.get('connectionSessionId')).to.equal(connectionSessionId)
    const { status, accountIds } = await session()
    expect(status).to.equal('completed')
    expect(accountIds).to.have.length(2)
  })

  it('says how it ended on a page of its own when no application waits', async () => {
    const { authorizationUrl } = await start({ platform: 'bluesky', handle: 'grace.test' })
    await page.goto(authorizationUrl)
    await agreeAtBluesky(page)
    await page.getByRole('heading', { name: 'The account is connected' }).waitFor()
    await page.getByText('What you have agreed to on Bluesky can be used from now on.').waitFor()
    await image(page, 'ending')
    const style = await page.evaluate('getComputedStyle(document.body).maxWidth')
    expect(style).to.equal('512px')
  })
})
