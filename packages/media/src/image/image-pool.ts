import { type Cost, createConcurrencyLimit } from './concurrency-limit.ts'
import { MAX_PIXELS } from './decoder.ts'
import {
  type ImageProcess,
  type ProcessExit,
  resultOf,
  startImageProcess,
  throwProcessFailure,
} from './image-process.ts'
import type { ImageResults, ImageWork } from './work.ts'

export interface PoolOptions {
  /** The module that the child processes run; `process.ts` if omitted. */
  script?: URL
  /** The timeout of one task in ms of wall-clock time; 120,000 if omitted. */
  wallMs?: number
  /** The time in ms after which an idle process is ended; 30,000 if omitted. */
  idleMs?: number
  /** The maximum number of processes; 2 if omitted. */
  processes?: number
}

/**
 * Processes images in child processes. `run` performs one task; `cost` is the memory that the task needs, and the
 * customer whose task it is. See `createImagePool` for its errors.
 */
export interface ImagePool {
  run<Kind extends ImageWork['kind']>(work: Extract<ImageWork, { kind: Kind }>, cost: Cost): Promise<ImageResults[Kind]>
  /**
   * Ends all child processes. Called when this process exits, and by tests when their tasks are done: a task that is
   * still running would be started again in a new process.
   */
  end(): void
}

/** The maximum number of starts of a task: a process may have ended for other reasons than the image. */
const maxStarts = 2

/** A sound image of one pixel. A process that crashes on this one too does not crash because of its image. */
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/**
 * Creates a pool that processes images in child processes, which are started when needed. The pixels and bytes that are
 * processed at the same time are limited; tasks beyond the limit wait, and customers take turns. `run` throws a
 * `MediaFault` if an image is unusable, a `ServiceError` (`temporarily_unavailable` if time or memory is exhausted,
 * `database_error` if the file of an image cannot be read), or another error after an internal failure.
 */
export function createImagePool({
  script = new URL('./process.ts', import.meta.url),
  wallMs = 120_000,
  idleMs = 30_000,
  processes = 2,
}: PoolOptions = {}): ImagePool {
  const acquire = createConcurrencyLimit({ pixels: MAX_PIXELS, bytes: 64 * 1024 * 1024, tasks: processes })
  const idle: ImageProcess[] = []
  const all = new Set<ImageProcess>()
  let timer: NodeJS.Timeout | undefined

  function endIdle(): void {
    for (const one of idle.splice(0)) {
      all.delete(one)
      one.end()
    }
  }

  async function attempt(work: ImageWork): Promise<{ reply: ImageResults[ImageWork['kind']] } | ProcessExit> {
    clearTimeout(timer)
    const found = idle.pop()
    const one = found?.isAlive() ? found : startImageProcess({ script, wallMs })
    all.add(one)
    const reply = await one.ask(work)
    if ('died' in reply) {
      all.delete(one)
      return reply.died
    }
    if (one.isAlive()) idle.push(one)
    timer = setTimeout(endIdle, idleMs)
    timer.unref()
    return { reply: resultOf(reply) }
  }

  const worksAtAll = () =>
    attempt({ kind: 'decode', source: pixel, frames: 1 }).then(
      (done) => 'reply' in done,
      () => false,
    )

  async function untilDone(work: ImageWork): Promise<ImageResults[ImageWork['kind']]> {
    for (let start = 1; ; start++) {
      const done = await attempt(work)
      if ('reply' in done) return done.reply
      if (done.late) throwProcessFailure(done)
      // Where no further threads can be started, every process crashes.
      if (start === maxStarts) throwProcessFailure((await worksAtAll()) ? done : { ...done, signal: null })
    }
  }

  return {
    async run<Kind extends ImageWork['kind']>(work: Extract<ImageWork, { kind: Kind }>, cost: Cost) {
      const release = await acquire(cost)
      try {
        // The process replies to each kind of task with the result of that kind.
        return (await untilDone(work)) as ImageResults[Kind]
      } finally {
        release()
      }
    },
    end() {
      for (const one of all) one.end()
    },
  }
}

/** The pool that all code of this process shares. */
export const imagePool: ImagePool = createImagePool()

// An image process that stands still in its start, as Node does where few threads are left, sees no disconnection.
process.once('exit', imagePool.end)
