import { expect } from 'chai'
import type { Browser } from 'playwright-core'
import { startWhole, type Whole } from '../../whole.ts'
import { sidewaysScroll, violations } from '../accessibility.ts'
import { image, startBrowser, watch } from '../browser.ts'
import { agreeAtBluesky } from './consent.ts'

describe('the page of a connect link', () => {
  let whole: Whole
  let browser: Browser
  before(async () => {
    ;[whole, browser] = await Promise.all([startWhole(), startBrowser()])
    // A server that starts with its first use takes longer on a busy machine than a call to a network may take.
    await whole.sandboxCall('GET', '/state/bluesky')
    await whole.call('PATCH', '/organization', { name: 'Rye Agency', color: '#7a1fa2' })
  })
  after(async () => {
    await browser.close()
    await whole.close()
  })

  async function newLink(body: object = {}): Promise<string> {
    const created = await whole.call('POST', `/profiles/${whole.profileId}/connect-links`, body)
    expect(created.status, JSON.stringify(created.body)).to.equal(201)
    return created.body.url
  }
  const accounts = async () => (await whole.call('GET', `/accounts?profileId=${whole.profileId}`)).body.accounts

  for (const colorScheme of ['light', 'dark'] as const) {
    for (const width of [390, 1280]) {
      it(`has no accessibility violations, fits and asks no other origin: ${colorScheme}, ${width}`, async () => {
        const context = await browser.newContext({ colorScheme, viewport: { width, height: 800 } })
        const watched = watch(context)
        const page = await context.newPage()
        const url = await newLink()
        await page.goto(url)
        await page.getByRole('heading', { name: 'Connect accounts with Rye Agency' }).waitFor()
        expect(await violations(page)).to.deep.equal([])
        expect(await sidewaysScroll(page)).to.equal(0)
        expect([...watched.origins]).to.deep.equal([new URL(url).origin])
        expect(watched.complaints).to.deep.equal([])
        await image(page, `connect-link-${colorScheme}-${width}`)
        await context.close()
      })
    }
  }

  it('has no script, and connects an account without a key', async () => {
    const context = await browser.newContext()
    const page = await context.newPage()
    const url = await newLink({ platforms: ['bluesky'] })
    await page.goto(url)
    expect(await page.locator('script').count()).to.equal(0)
    await page.getByRole('textbox', { name: 'Handle' }).fill('ada.test')
    await page.keyboard.press('Enter')
    await agreeAtBluesky(page)
    await page.getByRole('heading', { name: 'The account is connected' }).waitFor()
    const [account] = await accounts()
    expect(account).to.include({ platform: 'bluesky', displayIdentifier: 'ada.test', status: 'connected' })
    await page.goto(url)
    expect(await page.locator('section').innerText()).to.include('connected')
    const { body } = await whole.call('GET', '/events?types=connection.*,account.*')
    const types = body.events.map(({ type }: { type: string }) => type)
    expect(types).to.include.members(['connection.completed', 'account.connected'])
    await context.close()
  })

  it('connects nothing if another browser finishes what was begun', async () => {
    const [own, other] = await Promise.all([browser.newContext(), browser.newContext()])
    const form = { platform: 'bluesky', handle: 'grace.test' }
    const url = await newLink({ platforms: ['bluesky'] })
    const started = await own.request.post(`${url}/start`, { form, maxRedirects: 0 })
    const ends = await other.newPage()
    await ends.goto(started.headers()['location'] ?? '')
    await agreeAtBluesky(ends)
    await ends.getByText('another browser').waitFor()
    const names = (await accounts()).map(({ displayIdentifier }: { displayIdentifier: string }) => displayIdentifier)
    expect(names).not.to.include('grace.test')
    await Promise.all([own.close(), other.close()])
  })

  it('says that a link has ended', async () => {
    const url = await newLink()
    const { body } = await whole.call('GET', `/profiles/${whole.profileId}/connect-links`)
    await whole.call('DELETE', `/profiles/${whole.profileId}/connect-links/${body.connectLinks[0].id}`)
    const page = await browser.newPage()
    await page.goto(url)
    await page.getByText('This link is not valid').waitFor()
    expect(await violations(page)).to.deep.equal([])
    await page.close()
  })
})
