import type { Browser, BrowserContext, Page } from 'playwright-core'
import { type Watched, watch } from './browser.ts'

/** How the dashboard is looked at. */
export interface View {
  width: 1440 | 390
  scheme: 'light' | 'dark'
}

/** A page with a context of its own. */
export interface Tab {
  context: BrowserContext
  page: Page
  watched: Watched
  /** The policies of the documents that were shown, and their paths. */
  policies: { path: string; policy: string }[]
}

/** How long a test waits for one thing of the page, in milliseconds. */
const actionLimitMs = 120_000

const sizeOf = ({ width }: View) => ({ width, height: width === 390 ? 844 : 900 })

function notePolicies({ page, policies }: Tab): void {
  page.on('response', (response) => {
    if (response.request().resourceType() === 'document' && response.status() === 200) {
      const policy = response.headers()['content-security-policy'] ?? 'none'
      policies.push({ path: new URL(response.url()).pathname, policy })
    }
  })
}

export async function openTab(browser: Browser, view: View): Promise<Tab> {
  const context = await browser.newContext({
    viewport: sizeOf(view),
    colorScheme: view.scheme,
    reducedMotion: 'reduce',
    hasTouch: view.width === 390,
    locale: 'en-GB',
    timezoneId: 'Europe/Madrid',
  })
  const watched = watch(context)
  const page = await context.newPage()
  page.setDefaultTimeout(actionLimitMs)
  const tab = { context, page, watched, policies: [] }
  notePolicies(tab)
  return tab
}

/**
 * Makes a tab as it was when it was opened: one page, without cookies, stored data, permissions, changed routes and
 * listeners, of the size and scheme of the view. Only what was compiled of the app stays. A page whose clock a test has
 * taken over cannot be reset.
 */
export async function resetTab(tab: Tab, view: View, origin: string): Promise<void> {
  const { context, page, watched, policies } = tab
  for (const other of context.pages()) if (other !== page) await other.close()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  for (const event of ['request', 'requestfinished', 'response'] as const) page.removeAllListeners(event)
  await page.setViewportSize(sizeOf(view))
  await page.emulateMedia({ colorScheme: view.scheme })
  // A document without scripts, since what the tab stores belongs to an origin.
  await page.goto(`${origin}/healthz`)
  await page.evaluate('sessionStorage.clear()')
  const session = await context.newCDPSession(page)
  await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' })
  await session.detach()
  await context.clearPermissions()
  watched.origins.clear()
  watched.complaints.length = 0
  policies.length = 0
  notePolicies(tab)
}
