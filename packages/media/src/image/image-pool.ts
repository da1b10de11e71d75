import { type Cost, createBudget } from './budget.ts'
import { MAX_PIXELS } from './decoder.ts'
import { type Died, deathOf, type ImageProcess, resultOf, startImageProcess } from './image-process.ts'
import type { ImageResults, ImageWork } from './work.ts'

export interface PoolOptions {
  script?: URL
  /** Milliseconds on the clock that one piece of work may take. */
  wallMs?: number
  /** Milliseconds after which an idle process is ended. */
  idleMs?: number
  processes?: number
}

export interface ImagePool {
  run<Kind extends ImageWork['kind']>(work: Extract<ImageWork, { kind: Kind }>, cost: Cost): Promise<ImageResults[Kind]>
  /** Ends all processes; work in flight fails as unavailable. */
  end(): void
}

/** Starts of one piece of work: a process that died of something else gets the image a second chance. */
const maxStarts = 2

/**
 * Works on images in other processes: their memory is bounded by one budget of pixels and bytes, and a time limit ends
 * what takes too long. Work that does not fit the budget waits. Throws `MediaFault` for what is wrong with an image, and
 * `temporarily_unavailable` when time or memory ran out.
 */
export function createImagePool({
  script = new URL('./process.ts', import.meta.url),
  wallMs = 120_000,
  idleMs = 30_000,
  processes = 2,
}: PoolOptions = {}): ImagePool {
  const acquire = createBudget({ pixels: MAX_PIXELS, bytes: 64 * 1024 * 1024, places: processes })
  const idle: ImageProcess[] = []
  const all = new Set<ImageProcess>()
  let timer: NodeJS.Timeout | undefined

  function endIdle(): void {
    for (const one of idle.splice(0)) {
      all.delete(one)
      one.end()
    }
  }

  async function attempt(work: ImageWork): Promise<{ reply: ImageResults[ImageWork['kind']] } | Died> {
    clearTimeout(timer)
    const found = idle.pop()
    const one = found?.alive ? found : startImageProcess({ script, wallMs })
    all.add(one)
    const reply = await one.ask(work)
    if ('died' in reply) {
      all.delete(one)
      return reply.died
    }
    if (one.alive) idle.push(one)
    timer = setTimeout(endIdle, idleMs)
    timer.unref()
    return { reply: resultOf(reply) }
  }

  async function untilDone(work: ImageWork): Promise<ImageResults[ImageWork['kind']]> {
    for (let start = 1; ; start++) {
      const done = await attempt(work)
      if ('reply' in done) return done.reply
      if (start === maxStarts || done.late) deathOf(done)
    }
  }

  return {
    async run<Kind extends ImageWork['kind']>(work: Extract<ImageWork, { kind: Kind }>, cost: Cost) {
      const release = await acquire(cost)
      try {
        // The process replies to each kind of work with the result of that kind.
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

/** The pool of this process. */
export const imagePool: ImagePool = createImagePool()
