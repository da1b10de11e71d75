import type { Context } from '../context.ts'
import { queueRefreshes, refreshAhead } from '../credentials/refresh-expiring.ts'
import { runWrite } from '../journal/run-write.ts'
import { sweepWrites } from '../journal/sweep-writes.ts'
import { keepHouse } from './keep-house.ts'

/** Work of the worker: a check of the payload, which is unknown until then, and what to do with it. */
export interface Job {
  run(context: Context, payload: unknown, signal: AbortSignal): Promise<void>
}

/** A job whose payload carries one id under `key`. */
function withId(key: string, run: (context: Context, id: string, signal: AbortSignal) => Promise<unknown>): Job {
  return {
    async run(context, payload, signal) {
      const id =
        typeof payload === 'object' && payload !== null ? Object.entries(payload).find(([k]) => k === key)?.[1] : null
      if (typeof id !== 'string') throw new TypeError(`the payload of a job has no ${key}`)
      await run(context, id, signal)
    },
  }
}

function plain(run: (context: Context, signal: AbortSignal) => Promise<unknown>): Job {
  return {
    async run(context, _payload, signal) {
      await run(context, signal)
    },
  }
}

/** Every job by its name. */
export const jobs = {
  'write.run': withId('writeId', (context, writeId, signal) => runWrite(context, { writeId, signal })),
  'token.refresh': withId('accountId', refreshAhead),
  'tokens.refresh': plain(queueRefreshes),
  housekeeping: plain(keepHouse),
} as const satisfies Record<string, Job>

export type JobName = keyof typeof jobs

/** Jobs that recur, with the minutes at which they do, as a cron expression. */
export const recurring: readonly { task: JobName; match: string }[] = [
  { task: 'tokens.refresh', match: '*/5 * * * *' },
  { task: 'housekeeping', match: '*/10 * * * *' },
]

/** Seconds between sweeps over open writes, which no cron line can be short enough for. */
export const sweepEverySeconds = 15

export { sweepWrites }
