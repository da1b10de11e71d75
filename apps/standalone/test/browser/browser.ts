import { setTimeout as sleep } from 'node:timers/promises'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'

const quiet = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking']

export function startBrowser(): Promise<Browser> {
  const executablePath = process.env['CHROMIUM']
  if (!executablePath) throw new Error('CHROMIUM has to name a browser; run npm run test:browser.')
  return chromium.launch({ executablePath, headless: true, args: quiet })
}

export interface Watched {
  /** Origins that anything was asked of. */
  origins: Set<string>
  /** Messages of the browser: errors of scripts, resources blocked by policy, URLs that did not respond. */
  complaints: string[]
}

/** Notes what every page of the context asks for and complains about. */
export function watch(context: BrowserContext): Watched {
  const watched: Watched = { origins: new Set(), complaints: [] }
  context.on('request', (request) => {
    const url = new URL(request.url())
    if (url.protocol !== 'data:' && url.protocol !== 'blob:') watched.origins.add(url.origin)
  })
  context.on('console', (message) => {
    if (message.type() === 'error') watched.complaints.push(message.text())
  })
  context.on('weberror', (error) => watched.complaints.push(String(error.error())))
  return watched
}

/**
 * Waits until an expression is true in a page, `limitMs` milliseconds at most; then an error says `what` was expected.
 * The policy of the pages lets no script evaluate text, which `waitForFunction` does from its second attempt on.
 */
export async function untilTrue(page: Page, expression: string, what: string, limitMs = 60_000): Promise<void> {
  const end = Date.now() + limitMs
  while (!(await page.evaluate<boolean>(expression))) {
    if (Date.now() > end) throw new Error(`Not within ${limitMs / 1000} seconds: ${what}.`)
    await sleep(50)
  }
}

/** Leaves an image of the page where SCREENSHOTS_DIR says; nothing when it does not. */
export async function image(page: Page, name: string): Promise<void> {
  const dir = process.env['SCREENSHOTS_DIR']
  if (dir) await page.screenshot({ path: `${dir}/${name}.png`, fullPage: true })
}
