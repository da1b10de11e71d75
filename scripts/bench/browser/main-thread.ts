import type { Browser, CDPSession, Page } from 'playwright-core'

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

/** A task of a thread, in milliseconds: how long it took, and how much of that the thread was on the processor. */
export interface Task {
  tookMs: number
  processorMs: number
  /** The names of the longest events within the task. */
  within: string[]
}

/**
 * Runs something, and resolves to the tasks meanwhile of the main thread of all pages, those that worked longest first.
 * A thread that waits for a processor takes longer for a task and works no longer.
 */
export async function longestTasks(browser: CDPSession, run: () => Promise<void>, count = 3): Promise<Task[]> {
  const events: (TraceEvent & { args?: { name?: string } })[] = []
  browser.on('Tracing.dataCollected', ({ value }) => events.push(...(value as never[])))
  const included = ['__metadata', 'devtools.timeline', 'disabled-by-default-devtools.timeline']
  const traceConfig = { recordMode: 'recordAsMuchAsPossible', includedCategories: included, excludedCategories: ['*'] }
  await browser.send('Tracing.start', { transferMode: 'ReportEvents', traceConfig } as never)
  await run()
  const complete = new Promise((resolve) => browser.once('Tracing.tracingComplete', resolve))
  await browser.send('Tracing.end')
  await complete
  const main = new Set(
    events.filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain').map(threadOf),
  )
  const own = events.filter((event) => main.has(threadOf(event)) && event.dur !== undefined)
  const tasks = own.filter(({ name }) => name === 'RunTask').toSorted((a, b) => (b.tdur ?? 0) - (a.tdur ?? 0))
  return tasks.slice(0, count).map((task) => {
    const { ts, dur = 0, tdur = 0 } = task
    const inner = own
      .filter((event) => event !== task && threadOf(event) === threadOf(task))
      .filter((event) => event.ts >= ts && event.ts + (event.dur ?? 0) <= ts + dur)
      .toSorted((a, b) => (b.dur ?? 0) - (a.dur ?? 0))
    return { tookMs: dur / 1_000, processorMs: tdur / 1_000, within: inner.slice(0, 4).map(({ name }) => name) }
  })
}
