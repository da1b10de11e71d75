import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setCard } from '@carillon/service'
import { type CDPSession, chromium, type Page } from 'playwright-core'
import { findChromium, noChromium } from '../../chromium.ts'
import type { Installation } from '../installation.ts'
import { peakMemory } from '../machine.ts'
import { figureOf, type Row } from '../measure.ts'
import { videoHead } from '../video.ts'
import { longestTasks } from './main-thread.ts'

const fileBytes = 2_000_000_000
const networks = ['youtube', 'facebook', 'x'] as const
/** Sending and joining 2 GB takes a while on a slow disk. */
const uploadMs = 900_000

/** A video of a size, of which nothing but the beginning is on the disk. */
async function videoFile(path: string): Promise<void> {
  const file = await open(path, 'w')
  try {
    await file.write(videoHead(fileBytes))
    await file.truncate(fileBytes)
  } finally {
    await file.close()
  }
}

/** Megabytes of objects of the page that are still referred to. */
async function heapMb(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  return usedSize / 1e6
}

const noteLongTasks = `globalThis.longTasks = [0]
new PerformanceObserver((list) => longTasks.push(...list.getEntries().map(({ duration }) => duration)))
  .observe({ type: 'longtask' })`

async function openComposer(page: Page, installation: Installation, url: string): Promise<void> {
  await page.context().request.post(`${url}/session`, { data: { key: installation.apiKey } })
  await page.goto(`${url}/compose`)
  const accounts = page.getByRole('group', { name: 'Publish on' }).locator('label')
  for (let at = 0; at < networks.length; at++) await accounts.nth(at).click()
  await page.getByLabel('Text').fill('Bread at seven')
}

/** Chooses the file, writes while it is uploaded, and waits until it is. Returns the milliseconds. */
async function uploadWhileWriting(page: Page, path: string): Promise<number> {
  const began = performance.now()
  await page.locator('input[type="file"]').first().setInputFiles(path)
  await page.getByLabel('Text').pressSequentially(' and again at noon', { delay: 150 })
  await page.getByText('Uploaded', { exact: true }).waitFor({ timeout: uploadMs })
  return performance.now() - began
}

export const composer: Row = {
  id: 'composer',
  about: 'a video of 2 GB for three accounts in the composer, in Chromium, with text written while it is uploaded',
  bars: [
    { figure: 'longest task of the main thread', unit: 'ms', atMost: 100 },
    { figure: 'longest task, at work', unit: 'ms', atMost: 100, steady: true },
    { figure: 'more heap of the page', unit: 'MB', atMost: 200 },
    { figure: 'gateway, peak memory', unit: 'MiB', atMost: 305 },
    { figure: 'upload', unit: 'MB/s' },
  ],
  async run(installation) {
    const executablePath = findChromium()
    if (executablePath === undefined) throw new Error(noChromium)
    const dir = await mkdtemp(join(tmpdir(), 'carillon-composer-'))
    const path = join(dir, 'video.mp4')
    await videoFile(path)
    await installation.emptyProfile()
    await setCard(installation.context, { organizationId: await organizationOf(installation), onFile: true })
    for (const platform of networks) await installation.connect(platform)
    const gateway = await installation.start('gateway')
    const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
    try {
      const page = await browser.newPage()
      page.setDefaultTimeout(60_000)
      await openComposer(page, installation, `${gateway.ready['url']}/dashboard`)
      const session = await page.context().newCDPSession(page)
      const before = await heapMb(session)
      await page.evaluate(noteLongTasks)
      let tookMs = 0
      const tasks = await longestTasks(await browser.newBrowserCDPSession(), async () => {
        tookMs = await uploadWhileWriting(page, path)
      })
      for (const { tookMs: took, processorMs, within } of tasks)
        console.log(`  a task of ${took.toFixed()} ms, ${processorMs.toFixed()} of them at work: ${within.join(', ')}`)
      const longest = await page.evaluate<number>('Math.max(...longTasks)')
      return {
        'longest task of the main thread': figureOf([longest]),
        'longest task, at work': figureOf([Math.max(0, ...tasks.map(({ processorMs }) => processorMs))]),
        'more heap of the page': figureOf([(await heapMb(session)) - before]),
        'gateway, peak memory': figureOf([peakMemory(gateway.pid)]),
        upload: figureOf([fileBytes / 1e6 / (tookMs / 1000)]),
      }
    } finally {
      await browser.close()
      await rm(dir, { recursive: true, force: true })
      await installation.emptyMedia()
    }
  },
}

async function organizationOf({ context, profileId }: Installation): Promise<string> {
  const ofProfile = context.db.kysely.selectFrom('profile').select('organizationId').where('id', '=', profileId)
  return (await ofProfile.executeTakeFirstOrThrow()).organizationId
}
