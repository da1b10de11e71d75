import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect } from 'chai'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { startWhole, type Whole, type WholeOptions } from '../whole.ts'
import { image, startBrowser } from './browser.ts'
import { openTab, resetTab, type Tab, type View } from './tab.ts'
import { testLimitMs, within } from './time.ts'

/** Each task is done once in each width; what is inspected meanwhile is looked at in both schemes. */
const views: readonly View[] = [
  { width: 1440, scheme: 'light' },
  { width: 390, scheme: 'dark' },
]
const schemes = ['light', 'dark'] as const

const desktop: View = { width: 1440, scheme: 'light' }

type Run = (page: Page, view: View) => Promise<void>

interface Expected {
  /** Complaints of the browser that belong to the test, such as those about a status that it provokes. */
  complaints?: RegExp
  /** Origins that the test leads to besides that of the gateway, such as a consent page. */
  origins?: (whole: Whole) => string[]
  /** The test leaves in its tab what cannot be undone, such as a clock of its own: later tests use another one. */
  keepsTab?: boolean
}

export interface Dashboard {
  readonly whole: Whole
  readonly browser: Browser
  /** A test in each width. The page shows `path`, signed in; what it is like afterwards is checked and drawn. */
  eachView(title: string, path: string, run: Run, expected?: Expected): void
  /** A test at 1440 px, light, with the same checks afterwards. */
  inOneView(title: string, path: string, run: Run, expected?: Expected): void
}

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface Violation {
  id: string
  nodes: { html: string; failureSummary?: string }[]
}

/** Defines axe in the document of a page, unless an earlier check has done so. */
const withAxe = `if (!('axe' in window)) { ${axeSource} }`

/** The rules whose result depends on colours. */
const colourRules = ['color-contrast', 'link-in-text-block']

/** What axe finds wrong with the page as it is, by all of its rules or those named. */
async function checkAccessibility(page: Page, rules?: readonly string[]): Promise<void> {
  await page.evaluate(withAxe)
  const options = JSON.stringify({ resultTypes: ['violations'], ...(rules && { runOnly: rules }) })
  const violations: Violation[] = await page.evaluate(`axe.run(${options}).then(({ violations }) => violations)`)
  const found = violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`).join('\n')}`,
  )
  expect(found, 'axe').to.deep.equal([])
}

/** The page does not scroll sideways. */
async function checkWidth(page: Page): Promise<void> {
  const [content, window] = await page.evaluate<[number, number]>(
    '[document.documentElement.scrollWidth, document.documentElement.clientWidth]',
  )
  expect(content, 'width of the page').to.be.at.most(window)
}

const slug = (text: string) => text.toLowerCase().replace(/[^a-z0-9]+/g, '-')

/** What the page evaluates to wait until nothing has moved for three frames; what moves for ever does not count. */
const atRest = `(async () => {
  for (let quiet = 0; quiet < 3; ) {
    await new Promise(requestAnimationFrame)
    const moving = document.getAnimations().some(
      (one) => one.playState === 'running' && one.effect?.getComputedTiming().endTime !== Infinity,
    )
    quiet = moving ? 0 : quiet + 1
  }
})()`

/** Changes the scheme that the browser prefers, and waits until the page has taken it over. */
async function prefer(page: Page, colorScheme: View['scheme']): Promise<void> {
  await page.emulateMedia({ colorScheme })
  await page.evaluate(atRest)
}

/** Axe in the schemes that are named, width, and images where SCREENSHOTS_DIR says. */
async function inspectIn(shownIn: readonly View['scheme'][], page: Page, name: string, view: View): Promise<void> {
  const { width, scheme } = view
  // The scheme of the view comes last, so that the test goes on in it.
  for (const shown of shownIn.toSorted((a) => (a === scheme ? 1 : -1))) {
    await prefer(page, shown)
    await image(page, `${slug(name)}-${width}-${shown}`)
    // The other scheme changes colours only.
    await checkAccessibility(page, shown === scheme ? undefined : colourRules)
  }
  await checkWidth(page)
}

/**
 * What is checked at the end of each test, for a test to call in the midst of what it does: axe, in both schemes at
 * 1440 px and in that of the view at 390 px, where colours are the same; width, and images where SCREENSHOTS_DIR says.
 */
export function inspect(page: Page, name: string, view: View): Promise<void> {
  return inspectIn(view.width === desktop.width ? schemes : [view.scheme], page, name, view)
}

/** Signs in by the form. */
export async function signIn(page: Page, key: string): Promise<void> {
  await page.getByLabel('API key').fill(key)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByLabel('API key').waitFor({ state: 'detached' })
}

interface Visit {
  title: string
  path: string
  run: Run
  view: View
  expected: Expected | undefined
}

/** Opens a session for the context without the form, as it is not what most tests are about. */
async function openSession(context: BrowserContext, { gatewayUrl, apiKey }: Whole): Promise<void> {
  const response = await context.request.post(`${gatewayUrl}/dashboard/session`, { data: { key: apiKey } })
  expect(response.status(), await response.text()).to.equal(201)
}

/**
 * What the page shows and what the browser complained about, for a failure that nobody saw happen. A page that is closed
 * or does not respond is described by the error, so that it does not take the place of the failure.
 */
async function describePage({ page, watched }: Tab): Promise<string> {
  const shown = await page.locator('body').ariaSnapshot({ timeout: 30_000 }).catch(String)
  return [`The page, ${page.url()}:`, shown.slice(0, 8000), 'Complaints:', ...watched.complaints].join('\n')
}

function checkRequests({ watched, policies }: Tab, whole: Whole, { complaints, origins }: Expected): void {
  const others = origins?.(whole) ?? []
  expect([...watched.origins], 'origins').to.have.members([whole.gatewayUrl, ...others])
  const unexpected = watched.complaints.filter((text) => !complaints?.test(text))
  expect(unexpected, 'complaints of the browser').to.deep.equal([])
  for (const { path, policy } of policies) {
    // Only the dashboard sets styles by script; the documentation, to which its runbooks lead, allows itself nothing else.
    const styles = path.startsWith('/docs/') ? /default-src 'none';.*style-src 'self';/ : /style-src 'self' 'nonce-/
    expect(policy, path).to.match(styles).and.to.contain("frame-ancestors 'none'")
    expect(policy, path).not.to.contain('unsafe-')
  }
}

/**
 * A browser before a whole installation, for the tests of one file. `prepare` runs once: it connects accounts and
 * publishes what the pages show.
 */
export function useDashboard(
  prepare: (whole: Whole) => Promise<void> = async () => {},
  options: WholeOptions = {},
): Dashboard {
  let whole: Whole | undefined
  let browser: Browser | undefined
  const running = () => {
    if (!whole || !browser) throw new Error('The dashboard runs while tests do.')
    return { whole, browser }
  }
  before(async () => {
    ;[whole, browser] = await Promise.all([startWhole(options), startBrowser()])
    await prepare(whole)
    // The first request has the app built; the page that says so reloads itself.
    const page = await browser.newPage()
    await page.goto(`${whole.gatewayUrl}/dashboard`)
    await page.locator('#app').waitFor({ state: 'attached', timeout: 300_000 })
    await page.close()
  })
  after(async () => {
    await browser?.close()
    await whole?.close()
  })

  /** Of each view, as a new tab has to load and compile the app again. */
  const tabs = new Map<View['width'], Tab>()
  const takeTab = async (view: View) => {
    const free = tabs.get(view.width)
    tabs.delete(view.width)
    if (!free) return openTab(running().browser, view)
    await resetTab(free, view, running().whole.gatewayUrl)
    return free
  }
  const visit = async (tab: Tab, { title, path, run, view, expected = {} }: Visit) => {
    await openSession(tab.context, running().whole)
    await tab.page.goto(`${running().whole.gatewayUrl}/dashboard${path}`)
    await run(tab.page, view)
    await inspectIn(schemes, tab.page, title, view)
    checkRequests(tab, running().whole, expected)
  }
  const check = async (planned: Visit) => {
    const { title, view, expected } = planned
    const tab = await takeTab(view)
    try {
      // Code that runs in the page has no limit of its own.
      await within(testLimitMs, visit(tab, planned))
      if (!expected?.keepsTab) tabs.set(view.width, tab)
    } catch (error) {
      const description = await describePage(tab)
      const undrawn = await image(tab.page, `failed-${slug(title)}-${view.width}-${view.scheme}`).catch(String)
      // After the stack, as mocha shows only the label of a message that chai has labelled.
      if (error instanceof Error) error.stack = [error.stack, description, undrawn].filter(Boolean).join('\n\n')
      throw error
    } finally {
      if (tabs.get(view.width) !== tab) await tab.context.close()
    }
  }
  return {
    get whole() {
      return running().whole
    },
    get browser() {
      return running().browser
    },
    eachView(title, path, run, expected) {
      for (const view of views) {
        it(`${title} (${view.width} px, ${view.scheme})`, () => check({ title, path, run, view, expected }))
      }
    },
    inOneView(title, path, run, expected) {
      it(title, () => check({ title, path, run, view: desktop, expected }))
    },
  }
}
