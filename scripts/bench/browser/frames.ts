import type { Browser, Page } from 'playwright-core'
import { frameWork } from './main-thread.ts'

/** Pixels a second: faster than anybody reads, and slower than a jump. */
const speed = 6_000
const distance = 18_000

export interface Scrolled {
  /** Frames in a second, by the times at which the browser asked for them. */
  framesPerSecond: number
  /** The share of frames that came one and a half frame times or later after the one before. */
  late: number
  /** The share of frames at whose beginning the edge that rows come in from had no row; 0 unless it was looked at. */
  blank: number
  /** Milliseconds of processor time that the page's thread worked for each frame. */
  work: number[]
}

interface Gesture {
  direction: 'down' | 'up'
  /** Whether rows are looked for in each frame, which takes so long itself that other figures do not count then. */
  isLookedAt: boolean
}

const frameMs = 1_000 / 60

// What runs in the page is text: it is not of this program. `noted` is read once the gesture has ended.
const noteFrames = ({ direction, isLookedAt }: Gesture) => `(() => {
  const noted = { at: [], blank: 0 }
  const hasRow = (y) => document.elementFromPoint(innerWidth / 2, y)?.closest('li') !== null
  const note = (at) => {
    noted.at.push(at)
    if (${isLookedAt} && !hasRow(${direction === 'down' ? 'innerHeight - 8' : '8'})) noted.blank++
    globalThis.frameOfBench = requestAnimationFrame(note)
  }
  globalThis.frameOfBench = requestAnimationFrame(note)
  globalThis.notedByBench = noted
})()`
const noted = `(() => {
  cancelAnimationFrame(globalThis.frameOfBench)
  return globalThis.notedByBench
})()`

/** Turns the wheel as a hand does, downwards or upwards, and notes every frame meanwhile. */
export async function scrollOnce(browser: Browser, page: Page, gesture: Gesture): Promise<Scrolled> {
  const session = await page.context().newCDPSession(page)
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 }
  await page.evaluate(noteFrames(gesture))
  const work = await frameWork(browser, page, async () => {
    await session.send('Input.synthesizeScrollGesture', {
      x: width / 2,
      y: height / 2,
      yDistance: gesture.direction === 'down' ? -distance : distance,
      speed,
      gestureSourceType: 'mouse',
    })
  })
  const { at, blank } = await page.evaluate<{ at: number[]; blank: number }>(noted)
  await session.detach()
  const intervals = at.slice(1).map((time, index) => time - (at[index] ?? time))
  const total = intervals.reduce((sum, one) => sum + one, 0)
  return {
    framesPerSecond: (intervals.length / total) * 1_000,
    late: intervals.filter((one) => one > 1.5 * frameMs).length / intervals.length,
    blank: blank / at.length,
    work,
  }
}
