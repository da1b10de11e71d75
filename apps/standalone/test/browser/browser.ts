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

/** Leaves an image of the page where SCREENSHOTS_DIR says; nothing when it does not. */
export async function image(page: Page, name: string): Promise<void> {
  const dir = process.env['SCREENSHOTS_DIR']
  if (dir) await page.screenshot({ path: `${dir}/${name}.png`, fullPage: true })
}
