import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const { resolve } = createRequire(import.meta.url)
let source: string | undefined

/** What axe finds wrong with the page as it is shown, one line for each rule with the first place. Empty when nothing is. */
export async function violations(page: Page): Promise<string[]> {
  source ??= readFileSync(resolve('axe-core/axe.min.js'), 'utf8')
  // Through the debugger: the page's own policy would reject a script that is added to it.
  const session = await page.context().newCDPSession(page)
  await session.send('Runtime.evaluate', { expression: source })
  const expression = `axe.run().then(({ violations }) => JSON.stringify(violations.map(({ id, impact, nodes }) =>
    impact + ' ' + id + ' ×' + nodes.length + ' ' + nodes[0].target.join(' ') + ' ' + (nodes[0].any[0]?.message ?? ''))))`
  const { result } = await session.send('Runtime.evaluate', { expression, awaitPromise: true })
  await session.detach()
  const found: unknown = JSON.parse(String(result.value))
  return Array.isArray(found) ? found.map(String) : []
}

/** How far the page can be scrolled sideways, in pixels: 0 on a page that fits. */
export function sidewaysScroll(page: Page): Promise<number> {
  return page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')
}
