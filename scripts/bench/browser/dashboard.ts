import { type Browser, chromium, type Page } from 'playwright-core'
import { findChromium, noChromium } from '../../chromium.ts'
import type { Installation } from '../installation.ts'
import { type Bar, type Figure, figureOf, interleave, quantile, type Row, ratios } from '../measure.ts'
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

/** A browser of its own for each list: pages of one browser share the thread that shows what they draw. */
interface Shown {
  browser: Browser
  page: Page
}

async function openBrowser(executablePath: string): Promise<Shown> {
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
  const context = await browser.newContext({ viewport, locale: 'en-GB' })
  const page = await context.newPage()
  page.setDefaultTimeout(60_000)
  await observeInteractions(page)
  return { browser, page }
}

async function showLists(shown: Record<List, Shown>, installation: Installation): Promise<void> {
  await installation.emptyProfile()
  const [gateway, publishes, comments] = [
    await installation.start('gateway', keptCopies),
    await openPublishes(installation, count),
    await openComments(installation, count),
  ]
  const url = `${gateway.ready['url']}/dashboard`
  for (const list of ['publishes', 'comments'] as const) {
    await shown[list].page.context().request.post(`${url}/session`, { data: { key: installation.apiKey } })
  }
  const { page } = shown.publishes
  await page.goto(`${url}/publishes?account=${publishes}`)
  await page.getByText('Number 1:').first().waitFor()
  const began = performance.now()
  await readToEnd(page)
  console.log(`  the publishes were read to their end in ${((performance.now() - began) / 1_000).toFixed(1)} s`)
  await shown.comments.page.goto(`${url}/comments?account=${comments}`)
  await shown.comments.page.getByText('Those are all comments').waitFor()
  await shown.bare.page.route('**/bare', (route) => route.fulfill({ contentType: 'text/html', body: barePage(count) }))
  await shown.bare.page.goto(`${url}/bare`)
}

async function scrollAll(shown: Record<List, Shown>): Promise<Record<List, Scrolled[]>> {
  const scrolled: Record<List, Scrolled[]> = { publishes: [], comments: [], bare: [] }
  const subject = (list: List) => async () => {
    const { browser, page } = shown[list]
    await page.evaluate('scrollTo(0, (document.body.scrollHeight - innerHeight) / 2)')
    // The first round warms up, and is looked at: its other figures do not count.
    const isLookedAt = scrolled[list].length === 0
    for (const direction of ['down', 'up'] as const) {
      scrolled[list].push(await scrollOnce(browser, page, { direction, isLookedAt }))
    }
    return 0
  }
  await interleave(
    { publishes: subject('publishes'), comments: subject('comments'), bare: subject('bare') },
    { rounds },
  )
  return scrolled
}

async function interactWithAll(shown: Record<List, Shown>): Promise<Record<List, number[]>> {
  const found: Record<List, number[]> = { publishes: [], comments: [], bare: [] }
  for (const list of lists) {
    const { page } = shown[list]
    await page.evaluate('scrollTo(0, 0)')
    for (let round = 0; round < rounds; round++) await actions[list](page)
    found[list] = await interactionsOf(page)
    console.log(`  ${list}: ${found[list].length} interactions, the longest ${Math.max(...found[list])} ms`)
  }
  return found
}

const names: Record<List, string> = { publishes: 'publishes', comments: 'comments', bare: 'bare page' }
/** What a display with 60 frames a second leaves for one. */
const frameMs = 16.7

function barsOf(list: List): Bar[] {
  const name = names[list]
  const isBare = list === 'bare'
  return [
    { figure: `${name}: work for a frame, p95`, unit: 'ms', ...(!isBare && { atMost: frameMs }) },
    { figure: `${name}: work for a frame, longest`, unit: 'ms' },
    { figure: `${name}: frames`, unit: '/s' },
    ...(isBare ? [] : [{ figure: `${name}: frames to those of the bare page`, unit: '×', atLeast: 0.9 }]),
    { figure: `${name}: late frames`, unit: '%' },
    ...(isBare ? [] : [{ figure: `${name}: frames without rows`, unit: '%', atMost: 0 }]),
    { figure: `${name}: interaction, p95`, unit: 'ms', ...(!isBare && { atMost: 100 }) },
    { figure: `${name}: interaction, longest`, unit: 'ms' },
  ]
}

interface Found {
  scrolled: Record<List, Scrolled[]>
  interactions: Record<List, number[]>
}

function figuresOf(list: List, { scrolled, interactions }: Found): [string, Figure][] {
  const name = names[list]
  const [lookedAt, measured] = [scrolled[list].slice(0, 2), scrolled[list].slice(2)]
  const rates = (one: List) => scrolled[one].slice(2).map(({ framesPerSecond }) => framesPerSecond)
  const ofEach = (value: (one: Scrolled) => number) => figureOf(measured.map(value))
  return [
    [`${name}: work for a frame, p95`, ofEach(({ work }) => quantile(work, 0.95))],
    [`${name}: work for a frame, longest`, ofEach(({ work }) => Math.max(...work))],
    [`${name}: frames`, figureOf(rates(list))],
    [`${name}: frames to those of the bare page`, figureOf(ratios(rates(list), rates('bare')))],
    [`${name}: late frames`, ofEach(({ late }) => late * 100)],
    [`${name}: frames without rows`, figureOf(lookedAt.map(({ blank }) => blank * 100))],
    [`${name}: interaction, p95`, figureOf([quantile(interactions[list], 0.95)])],
    [`${name}: interaction, longest`, figureOf([Math.max(...interactions[list])])],
  ]
}

export const dashboard: Row = {
  id: 'dashboard',
  about: `${count.toLocaleString('en')} publishes and as many comments in Chromium, scrolled by the wheel and worked with, beside a bare page with as many plain rows`,
  bars: lists.flatMap(barsOf),
  async run(installation) {
    const executablePath = findChromium()
    if (executablePath === undefined) throw new Error(noChromium)
    const [publishes, comments, bare] = [
      await openBrowser(executablePath),
      await openBrowser(executablePath),
      await openBrowser(executablePath),
    ]
    const shown = { publishes, comments, bare }
    try {
      await showLists(shown, installation)
      const scrolled = await scrollAll(shown)
      for (const list of lists) {
        console.log(`  ${list}: ${scrolled[list].map(({ framesPerSecond }) => framesPerSecond.toFixed(0)).join(' ')}/s`)
      }
      const found = { scrolled, interactions: await interactWithAll(shown) }
      return Object.fromEntries(lists.flatMap((list) => figuresOf(list, found)))
    } finally {
      await Promise.all(lists.map((list) => shown[list].browser.close()))
    }
  },
}
