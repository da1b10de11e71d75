import { type Browser, chromium, type Page } from 'playwright-core'
import { findChromium, noChromium } from '../../chromium.ts'
import type { Installation } from '../installation.ts'
import { type Bar, type Figure, figureOf, interleave, quantile, type Row } from '../measure.ts'
import { keptCopies } from '../rows/read-comments.ts'
import { type Scrolled, scrollOnce } from './frames.ts'
import { interactionsOf, observeInteractions } from './interactions.ts'
import { barePage, openComments, openPublishes } from './lists.ts'

const count = 10_000
const rounds = 5
const lists = ['publishes', 'comments', 'bare'] as const
type List = (typeof lists)[number]

const viewport = { width: 1440, height: 900 }
/** Reading ten thousand rows page by page takes a while on a small machine. */
const loadMs = 300_000

/** What is done with each list: keys in a field, a step in the list, a dialog and a menu. */
const actions: Record<List, (page: Page) => Promise<void>> = {
  async publishes(page) {
    await page.getByLabel('Search publishes').pressSequentially('bread', { delay: 120 })
    await page
      .getByText('End of the list')
      .or(page.getByRole('link', { name: 'bread' }))
      .first()
      .waitFor()
    for (let at = 0; at < 5; at++) await page.getByLabel('Search publishes').press('Backspace', { delay: 60 })
    await page.getByText('Number 1:').first().waitFor()
    await page.getByRole('combobox', { name: 'Status' }).click()
    await page.getByRole('option', { name: 'Failed' }).click()
    // The same option once more removes the filter.
    await page.getByRole('combobox', { name: 'Status' }).click()
    await page.getByRole('option', { name: 'Failed' }).click()
    await page.getByText('Number 1:').first().waitFor()
    await page.locator('[data-index="0"] a').focus()
    for (let at = 0; at < 20; at++) await page.keyboard.press('ArrowDown', { delay: 30 })
    await page.keyboard.press('Shift+?')
    await page.getByRole('dialog').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  },
  async comments(page) {
    await page.getByLabel('Write a comment on the post').pressSequentially('Thank you all', { delay: 60 })
    await page.locator('[data-index="0"] button').first().focus()
    for (let at = 0; at < 20; at++) await page.keyboard.press('ArrowDown', { delay: 30 })
    for (const round of [1, 2, 3]) {
      await page.getByRole('button', { name: 'Reply' }).nth(round).click()
      await page.getByLabel('Write a reply').pressSequentially('Welcome', { delay: 60 })
      await page.getByRole('button', { name: 'Cancel' }).click()
    }
    await page.getByLabel('Write a comment on the post').fill('')
  },
  async bare(page) {
    await page.getByLabel('Text').pressSequentially('Thank you all', { delay: 60 })
    for (let at = 0; at < 10; at++) await page.getByRole('button').nth(at).click()
  },
}

/** Scrolls on and on until the list has been read to its end. */
async function readToEnd(page: Page): Promise<void> {
  await page.evaluate(`globalThis.readingOfBench = setInterval(() => scrollTo(0, document.body.scrollHeight), 50)`)
  await page.getByText(`${count} publishes`).waitFor({ timeout: loadMs })
  await page.evaluate('clearInterval(globalThis.readingOfBench)')
}

async function openPages(browser: Browser, installation: Installation): Promise<Record<List, Page>> {
  await installation.emptyProfile()
  const [gateway, publishes, comments] = [
    await installation.start('gateway', keptCopies),
    await openPublishes(installation, count),
    await openComments(installation, count),
  ]
  const url = `${gateway.ready['url']}/dashboard`
  const context = await browser.newContext({ viewport, locale: 'en-GB' })
  await context.request.post(`${url}/session`, { data: { key: installation.apiKey } })
  const open = async () => {
    const page = await context.newPage()
    page.setDefaultTimeout(60_000)
    await observeInteractions(page)
    return page
  }
  const pages = { publishes: await open(), comments: await open(), bare: await open() }
  await pages.publishes.goto(`${url}/publishes?account=${publishes}`)
  await pages.publishes.getByText('Number 1:').first().waitFor()
  await pages.publishes.bringToFront()
  const began = performance.now()
  await readToEnd(pages.publishes)
  console.log(`  the publishes were read to their end in ${((performance.now() - began) / 1_000).toFixed(1)} s`)
  await pages.comments.goto(`${url}/comments?account=${comments}`)
  await pages.comments.getByText('Those are all comments').waitFor()
  await pages.bare.route('**/bare', (route) => route.fulfill({ contentType: 'text/html', body: barePage(count) }))
  await pages.bare.goto(`${url}/bare`)
  return pages
}

async function scrollAll(pages: Record<List, Page>): Promise<Record<List, Scrolled[]>> {
  const scrolled: Record<List, Scrolled[]> = { publishes: [], comments: [], bare: [] }
  const subject = (list: List) => async () => {
    await pages[list].bringToFront()
    await pages[list].evaluate('scrollTo(0, (document.body.scrollHeight - innerHeight) / 2)')
    // The first round warms up, and is looked at: its other figures do not count.
    const isLookedAt = scrolled[list].length === 0
    for (const direction of ['down', 'up'] as const) {
      scrolled[list].push(await scrollOnce(pages[list], { direction, isLookedAt }))
    }
    return 0
  }
  await interleave(
    { publishes: subject('publishes'), comments: subject('comments'), bare: subject('bare') },
    { rounds },
  )
  return scrolled
}

async function interactWithAll(pages: Record<List, Page>): Promise<Record<List, number[]>> {
  const found: Record<List, number[]> = { publishes: [], comments: [], bare: [] }
  for (const list of lists) {
    await pages[list].bringToFront()
    await pages[list].evaluate('scrollTo(0, 0)')
    for (let round = 0; round < rounds; round++) await actions[list](pages[list])
    found[list] = await interactionsOf(pages[list])
    console.log(`  ${list}: ${found[list].length} interactions, the longest ${Math.max(...found[list])} ms`)
  }
  return found
}

const names: Record<List, string> = { publishes: 'publishes', comments: 'comments', bare: 'bare page' }
const isBare = (list: List) => list === 'bare'

const barsOf = (list: List): Bar[] => [
  { figure: `${names[list]}: frames`, unit: '/s', ...(!isBare(list) && { atLeast: 59 }) },
  { figure: `${names[list]}: late frames`, unit: '%' },
  ...(isBare(list) ? [] : [{ figure: `${names[list]}: frames without rows`, unit: '%', atMost: 0 }]),
  { figure: `${names[list]}: work for a frame`, unit: 'ms' },
  { figure: `${names[list]}: interaction, p95`, unit: 'ms', ...(!isBare(list) && { atMost: 100 }) },
]

function figuresOf(list: List, all: readonly Scrolled[], interactions: readonly number[]): [string, Figure][] {
  const [lookedAt, measured] = [all.slice(0, 2), all.slice(2)]
  const figure = (value: (one: Scrolled) => number) => figureOf(measured.map(value))
  return [
    [`${names[list]}: frames`, figure(({ framesPerSecond }) => framesPerSecond)],
    [`${names[list]}: late frames`, figure(({ late }) => late * 100)],
    [`${names[list]}: frames without rows`, figureOf(lookedAt.map(({ blank }) => blank * 100))],
    [`${names[list]}: work for a frame`, figure(({ work }) => work)],
    [`${names[list]}: interaction, p95`, figureOf([quantile(interactions, 0.95)])],
  ]
}

export const dashboard: Row = {
  id: 'dashboard',
  about: `${count.toLocaleString('en')} publishes and as many comments in Chromium, scrolled by the wheel and worked with, beside a bare page with as many plain rows`,
  bars: lists.flatMap(barsOf),
  async run(installation) {
    const executablePath = findChromium()
    if (executablePath === undefined) throw new Error(noChromium)
    const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
    try {
      const pages = await openPages(browser, installation)
      const scrolled = await scrollAll(pages)
      for (const list of lists) {
        console.log(`  ${list}: ${scrolled[list].map(({ framesPerSecond }) => framesPerSecond.toFixed(0)).join(' ')}/s`)
      }
      const interactions = await interactWithAll(pages)
      return Object.fromEntries(lists.flatMap((list) => figuresOf(list, scrolled[list], interactions[list])))
    } finally {
      await browser.close()
    }
  },
}
