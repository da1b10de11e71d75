import { expect } from 'chai'
import type { Browser, Page } from 'playwright-core'
import { startWhole, type Whole } from '../whole.ts'
import { image, startBrowser, type Watched, watch } from './browser.ts'

describe('/docs in a browser', () => {
  let whole: Whole
  let browser: Browser
  let watched: Watched
  let page: Page

  before(async () => {
    ;[whole, browser] = await Promise.all([startWhole(), startBrowser()])
    const context = await browser.newContext({ viewport: { width: 1200, height: 900 } })
    watched = watch(context)
    page = await context.newPage()
    await page.goto(`${whole.gatewayUrl}/docs`)
  })
  after(async () => {
    await browser.close()
    await whole.close()
  })

  it('shows every operation of the document', async () => {
    const response = await fetch(`${whole.gatewayUrl}/api/v1/openapi.json`)
    const { paths } = (await response.json()) as { paths: Record<string, object> }
    const count = Object.values(paths).flatMap((path) =>
      Object.keys(path).filter((name) => name !== 'parameters'),
    ).length
    await page
      .locator('.opblock')
      .nth(count - 1)
      .waitFor()
    expect(await page.locator('.opblock').count()).to.equal(count)
    await image(page, 'docs')
  })

  it('opens an operation with its fields', async () => {
    const operation = page.locator('.opblock').filter({ hasText: 'Create a profile' })
    await operation.locator('.opblock-summary-control').click()
    await operation.getByText('profile_name_conflict').first().waitFor()
    await image(page, 'docs-operation')
  })

  it('asked no other host for anything, and nothing was rejected by the policy', () => {
    expect([...watched.origins]).to.deep.equal([whole.gatewayUrl])
    expect(watched.complaints).to.deep.equal([])
  })
})
