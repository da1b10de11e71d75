import type { Browser, Page } from 'playwright-core'

const categories = ['disabled-by-default-devtools.timeline', 'disabled-by-default-devtools.timeline.frame']

/** What a trace of Chromium says of a task or of the beginning of a frame; times are in microseconds. */
interface TraceEvent {
  name: string
  pid: number
  tid: number
  ts: number
  /** How long a task took, and how much of that on the processor; absent for what has no duration. */
  dur?: number
  tdur?: number
}

const threadOf = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`

/** Milliseconds of processor time that the thread which draws the page worked between the beginnings of two frames. */
function workOf(events: readonly TraceEvent[]): number[] {
  const begun = Map.groupBy(
    events.filter(({ name }) => name === 'BeginMainThreadFrame'),
    threadOf,
  )
  const [thread, frames = []] = [...begun].toSorted(([, a], [, b]) => b.length - a.length)[0] ?? []
  const begins = frames.map(({ ts }) => ts).toSorted((a, b) => a - b)
  const work = begins.map(() => 0)
  for (const event of events) {
    const { name, ts, dur = 0, tdur = 0 } = event
    if (name !== 'RunTask' || threadOf(event) !== thread) continue
    // A task that begins a frame has begun before the frame has.
    const at = begins.findLastIndex((begin) => begin <= ts + dur)
    if (at >= 0) work[at] = (work[at] ?? 0) + tdur / 1_000
  }
  return work.slice(0, -1)
}

/** Runs something on a page, and resolves to the work of the page's main thread for each frame meanwhile. */
export async function frameWork(browser: Browser, page: Page, run: () => Promise<void>): Promise<number[]> {
  await browser.startTracing(page, { categories })
  await run()
  const trace: { traceEvents: TraceEvent[] } = JSON.parse((await browser.stopTracing()).toString('utf8'))
  return workOf(trace.traceEvents)
}
