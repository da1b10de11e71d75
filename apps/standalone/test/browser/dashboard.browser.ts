import { expect } from 'chai'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { startWhole, type Whole } from '../whole.ts'
import { image, startBrowser, type Watched, watch } from './browser.ts'
import { agreeAtBluesky } from './consent.ts'

describe('dashboard', () => {
  let whole: Whole
  let browser: Browser
  let context: BrowserContext
  let watched: Watched
  let page: Page

  before(async () => {
    ;[whole, browser] = await Promise.all([startWhole(), startBrowser()])
    context = await browser.newContext({ viewport: { width: 1200, height: 900 } })
    watched = watch(context)
    page = await context.newPage()
    page.setDefaultTimeout(15_000)
    page.on('dialog', (dialog) => void dialog.accept())
  })
  after(async () => {
    await browser.close()
    await whole.close()
  })

  const notice = (text: string | RegExp) => page.getByRole('status').filter({ hasText: text }).waitFor()

  it('rejects a key that is none, and says so', async () => {
    await page.goto(`${whole.gatewayUrl}/dashboard`)
    await image(page, 'dashboard-enter')
    await page.getByLabel('API key').fill('carillon_nothing')
    await page.getByRole('button', { name: 'Open' }).click()
    await page.getByRole('alert').filter({ hasText: 'unauthorized' }).waitFor()
    expect(await page.getByLabel('API key').isVisible()).to.equal(true)
    expect(watched.complaints.splice(0)).to.satisfy((all: string[]) => all.every((text) => text.includes('401')))
  })

  it('opens with a key, and shows that nothing is connected', async () => {
    await page.getByLabel('API key').fill(whole.apiKey)
    await page.getByRole('button', { name: 'Open' }).click()
    await page.getByText('No account is connected to this profile.').waitFor()
    expect(await page.getByLabel('Profile').inputValue()).to.equal(whole.profileId)
    expect(await page.getByLabel('API key').isVisible()).to.equal(false)
  })

  it('asks for what the network needs', async () => {
    const network = page.getByLabel('Network')
    await network.selectOption('instagram')
    expect(await page.getByLabel('Login').isVisible()).to.equal(true)
    expect(await page.getByLabel('Handle').isVisible()).to.equal(false)
    await network.selectOption('bluesky')
    expect(await page.getByLabel('Login').isVisible()).to.equal(false)
    expect(await page.getByLabel('Handle').isVisible()).to.equal(true)
  })

  it('connects an account in another tab and follows it', async () => {
    await page.getByLabel('Handle').fill('ada.test')
    await page.getByRole('button', { name: 'Start' }).click()
    await notice('Waiting for consent')
    await image(page, 'dashboard-connecting')
    const opened = context.waitForEvent('page')
    await page.getByRole('link', { name: /Go on at bluesky/ }).click()
    const tab = await opened
    await agreeAtBluesky(tab)
    await tab.getByRole('heading', { name: 'The account is connected' }).waitFor()
    await tab.close()
    await notice('The account is connected.')
    const row = page.getByRole('row').filter({ hasText: 'Ada Lovelace' })
    await row.getByText('connected').waitFor()
    expect(await row.getByRole('cell').nth(4).textContent()).to.equal('none')
    await image(page, 'dashboard-accounts')
  })

  it('refreshes tokens', async () => {
    await page.getByRole('button', { name: 'Refresh tokens' }).click()
    await notice('Every token is fresh.')
  })

  it('shows publishes with their attempts and errors, and the posts as the network holds them', async () => {
    const { body } = await whole.call('GET', `/accounts?profileId=${whole.profileId}`)
    const { accountId } = body.accounts[0]
    const publish = (text: string) => whole.call('POST', '/posts', { platform: 'bluesky', accountId, text })
    expect((await publish('<b>From the tower</b>')).status).to.equal(201)
    expect((await publish('x'.repeat(301))).status).to.equal(422)
    await page.getByRole('link', { name: 'Publishes' }).click()
    const good = page.getByRole('row').filter({ has: page.getByText('published', { exact: true }) })
    await good.getByText('Attempts').click()
    await good.getByRole('table', { name: 'Attempts' }).getByText('succeeded').waitFor()
    const failed = page.getByRole('row').filter({ hasText: 'provider_rejected' })
    await failed.getByText('301').waitFor()
    await image(page, 'dashboard-publishes')
    await page.getByLabel('Status').selectOption('failed')
    await good.waitFor({ state: 'detached' })
    expect(await failed.count()).to.equal(1)
    await page.getByRole('link', { name: 'Posts' }).click()
    await page.getByRole('article').filter({ hasText: '<b>From the tower</b>' }).waitFor()
    await image(page, 'dashboard-posts')
  })

  it('shows an account that expired, and what to do', async () => {
    await page.getByRole('link', { name: 'Accounts' }).click()
    await whole.sandboxCall('POST', '/faults', { network: 'bluesky', fault: 'revoke-token', as: 'ada.test' })
    await page.getByRole('button', { name: 'Refresh tokens' }).click()
    await page.getByRole('alert').filter({ hasText: 'could not be read' }).waitFor()
    await page.getByRole('alert').filter({ hasText: 'bluesky: The connection has expired' }).waitFor()
    await page.getByRole('row').filter({ hasText: 'Ada Lovelace' }).getByText('expired', { exact: true }).waitFor()
    await page.locator('#view').getByText('must reconnect the account. (connection_unavailable)').waitFor()
    await image(page, 'dashboard-expired')
    expect(watched.complaints.splice(0)).to.satisfy((all: string[]) => all.every((text) => text.includes('502')))
  })

  it('disconnects', async () => {
    await page.getByRole('button', { name: 'Disconnect' }).click()
    await notice(/is disconnected/)
    await page.getByText('No account is connected to this profile.').waitFor()
  })

  it('forgets the key on demand, and keeps it for the tab until then', async () => {
    await page.reload()
    await page.getByText('No account is connected to this profile.').waitFor()
    await page.getByRole('button', { name: 'Forget the key' }).click()
    await page.reload()
    expect(await page.getByLabel('API key').isVisible()).to.equal(true)
    const kept = await page.evaluate("[sessionStorage.getItem('carillon-key'), localStorage.length, document.cookie]")
    expect(kept).to.deep.equal([null, 0, ''])
  })

  it('can be used with the keyboard alone, and on a small screen', async () => {
    await page.setViewportSize({ width: 360, height: 700 })
    await page.getByLabel('API key').focus()
    await page.keyboard.type(whole.apiKey)
    await page.keyboard.press('Enter')
    await page.getByText('No account is connected to this profile.').waitFor()
    await page.getByRole('link', { name: 'Publishes' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('cell', { name: 'published' }).waitFor()
    const width = await page.evaluate('document.documentElement.scrollWidth')
    expect(width).to.be.at.most(360)
    await image(page, 'dashboard-small')
  })

  it('asked nobody but the gateway and the network’s own pages, and nothing was rejected by the policy', () => {
    const pds = whole.sandbox.environment['BLUESKY_HOST_ENTRYWAY'] ?? ''
    expect([...watched.origins]).to.have.members([whole.gatewayUrl, new URL(pds).origin])
    expect(watched.complaints).to.deep.equal([])
  })
})
