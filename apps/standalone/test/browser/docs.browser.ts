import { expect } from 'chai'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { startWhole, type Whole } from '../whole.ts'
import { sidewaysScroll, violations } from './accessibility.ts'
import { image, startBrowser, type Watched, watch } from './browser.ts'

const widths = { wide: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } } as const
const schemes = ['light', 'dark'] as const

describe('/docs in a browser', () => {
  let whole: Whole
  let browser: Browser
  let context: BrowserContext
  let watched: Watched
  let page: Page

  before(async () => {
    ;[whole, browser] = await Promise.all([startWhole(), startBrowser()])
    await whole.connect('bluesky')
    await whole.connect('tiktok')
    context = await browser.newContext({ viewport: widths.wide })
    watched = watch(context)
    page = await context.newPage()
    await page.goto(`${whole.gatewayUrl}/docs`)
  })
  after(async () => {
    await browser.close()
    await whole.close()
  })

  const contents = () => page.getByRole('navigation', { name: 'Reference' })
  const open = (title: string) => contents().getByRole('link', { name: title }).click()
  const sent = () => page.locator('#response-status')

  async function send(): Promise<string> {
    const response = page.waitForResponse((one) => one.url().includes('/api/v1/'))
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    const status = (await response).status()
    await sent().getByText(String(status)).waitFor()
    return page.locator('#response-body').innerText()
  }

  it('shows every operation of the document', async () => {
    const response = await fetch(`${whole.gatewayUrl}/api/v1/openapi.json`)
    const { paths } = (await response.json()) as { paths: Record<string, Record<string, { summary: string }>> }
    const summaries = Object.values(paths).flatMap((path) => Object.values(path).map(({ summary }) => summary))
    for (const summary of summaries)
      expect(await contents().getByRole('link', { name: summary }).count()).to.be.above(0)
    await image(page, 'docs')
  })

  it('finds an operation by the name of a field, with the keyboard', async () => {
    await page.keyboard.press('/')
    await page.keyboard.type('made_for_kids')
    await page.locator('#results').getByText('Publish a post').waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Publish a post' }).waitFor()
    await page.getByRole('searchbox').press('Escape')
    await contents().getByRole('link', { name: 'List profiles' }).waitFor()
  })

  it('asks for the key before it sends anything, and says when the key is wrong', async () => {
    await open('List profiles')
    await page.getByRole('heading', { level: 1, name: 'List profiles' }).waitFor()
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await page.getByLabel('API key', { exact: true }).fill('carillon_wrong')
    await page.getByRole('button', { name: 'Use this key' }).click()
    await page.getByText('This key is not valid').waitFor()
    watched.complaints.length = 0
  })

  it('sends examples with the key of the reader, which no storage holds', async () => {
    await page.getByLabel('API key', { exact: true }).fill(whole.apiKey)
    await page.getByRole('button', { name: 'Use this key' }).click()
    await page.getByText('API key set').waitFor()
    expect(await send()).to.include(whole.profileId)
    await open('Create a profile')
    await page.getByRole('heading', { level: 1, name: 'Create a profile' }).waitFor()
    expect(await send()).to.include('Lindqvist Bakery')
    const kept = await page.evaluate('[localStorage.length, sessionStorage.length, document.cookie]')
    expect(kept).to.deep.equal([0, 0, ''])
    await image(page, 'docs-sent')
  })

  it('fills in an account of the platform in question and ids of earlier responses', async () => {
    await open('Publish a post')
    await page.locator('#example').selectOption('bluesky')
    const { publishId } = JSON.parse(await send())
    expect(publishId).to.be.a('string')
    await page.locator('#example').selectOption('tiktok')
    expect(JSON.parse(await send()), 'a video of the sandbox').to.have.property('publishId')
    await page.locator('#example').selectOption('bluesky')
    await open('Read the status of a publish')
    await page.getByRole('heading', { level: 1, name: 'Read the status of a publish' }).waitFor()
    const filled = await page.locator('#parameter-publishId').inputValue()
    expect(filled).to.not.equal('')
    await page.locator('#parameter-publishId').fill(publishId)
    expect(JSON.parse(await send())).to.have.property('publishId', publishId)
    await open('List posts')
    await page.getByRole('heading', { level: 1, name: 'List posts' }).waitFor()
    expect(JSON.parse(await send())).to.have.property('posts')
  })

  it('shows the request as a program in the language that one chooses, on this page and the next', async () => {
    const program = page.getByRole('region', { name: 'The request as a program' })
    await page.getByRole('combobox', { name: 'Language' }).selectOption('Python')
    expect(await program.innerText()).to.contain('import urllib.request')
    await open('List profiles')
    await page.getByRole('heading', { level: 1, name: 'List profiles' }).waitFor()
    expect(await program.innerText()).to.contain(`"${whole.gatewayUrl}/api/v1/profiles"`)
    await page.getByRole('combobox', { name: 'Language' }).selectOption('TypeScript')
    expect(await program.innerText()).to.contain("env['CARILLON_KEY']")
  })

  it('starts a connection that leads back to an allowed origin', async () => {
    await open('Start connecting an account')
    await page.getByRole('heading', { level: 1, name: 'Start connecting an account' }).waitFor()
    await page.locator('#example').selectOption('x')
    expect(JSON.parse(await send())).to.have.property('authorizationUrl')
  })

  it('leads from a rejected example to what its code means', async () => {
    await open('Read a connection session')
    await page.locator('#parameter-connectionSessionId').fill('0199d1b7-55aa-7bb1-8cc2-3dd4ee5ff601')
    await send()
    watched.complaints.length = 0
    await page.getByRole('link', { name: 'What connection_session_not_found means' }).click()
    await page.getByRole('heading', { level: 1, name: 'Error codes' }).waitFor()
    await page.locator('#connection_session_not_found').getByText('What to do').waitFor()
    await page.goBack()
    await page.getByRole('heading', { level: 1, name: 'Read a connection session' }).waitFor()
  })

  it('asked no other origin for anything, and nothing was rejected by the policy', () => {
    expect([...watched.origins]).to.deep.equal([whole.gatewayUrl])
    expect(watched.complaints).to.deep.equal([])
  })

  for (const [name, viewport] of Object.entries(widths)) {
    for (const colorScheme of schemes) {
      it(`has no accessibility violations and fits: ${name}, ${colorScheme}`, async () => {
        const shown = await browser.newContext({ viewport, colorScheme })
        const tab = await shown.newPage()
        for (const path of [
          '',
          '/first-integration',
          '/errors',
          '/capabilities',
          '/operations/posts.publish',
          '/operations/comments.list',
        ]) {
          await tab.goto(`${whole.gatewayUrl}/docs${path}`)
          await tab.locator('html[data-ready]').waitFor()
          expect(await violations(tab), path).to.deep.equal([])
          expect(await sidewaysScroll(tab), path).to.equal(0)
          await image(tab, `docs${path.replaceAll('/', '-')}-${name}-${colorScheme}`)
        }
        await shown.close()
      })
    }
  }

  it('sends examples with the session of the dashboard, without a key', async () => {
    const signedIn = await browser.newContext({ viewport: widths.wide })
    await signedIn.request.post(`${whole.gatewayUrl}/dashboard/session`, { data: { key: whole.apiKey } })
    const tab = await signedIn.newPage()
    await tab.goto(`${whole.gatewayUrl}/docs/operations/profiles.list`)
    await tab.getByText('Signed in').waitFor()
    const request = tab.waitForRequest((one) => one.url().endsWith('/api/v1/profiles'))
    await tab.getByRole('button', { name: 'Send', exact: true }).click()
    expect((await request).headers())
      .to.include({ 'carillon-dashboard': '1' })
      .and.not.to.have.property('authorization')
    await tab.locator('#response-body').getByText(whole.profileId).first().waitFor()
    await image(tab, 'docs-signed-in')
    await signedIn.clearCookies()
    await tab.getByRole('button', { name: 'Send', exact: true }).click()
    await tab.locator('#response-status').getByText('401').waitFor()
    await tab.getByRole('button', { name: 'Send', exact: true }).click()
    await tab.getByText('Enter your API key first, or sign in to the dashboard.').waitFor()
    await signedIn.close()
  })

  it('opens its contents and its search on a phone', async () => {
    const shown = await browser.newContext({ viewport: widths.phone })
    page = await shown.newPage()
    await page.goto(`${whole.gatewayUrl}/docs`)
    await page.getByRole('button', { name: 'Contents' }).click()
    await image(page, 'docs-menu-phone')
    await open('List the comments on a post')
    await page.getByRole('heading', { level: 1, name: 'List the comments on a post' }).waitFor()
    expect(await contents().isVisible()).to.equal(false)
    await page.getByRole('searchbox').fill('window_closed')
    await page.locator('#results').getByText('window_closed').waitFor()
    expect(await violations(page)).to.deep.equal([])
    expect(await sidewaysScroll(page)).to.equal(0)
    await shown.close()
  })
})
