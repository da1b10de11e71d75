import { dropOldAnswers, dropOldWindows } from '@carillon/database'
import { limits } from '@carillon/domain'
import type { Context } from '../context.ts'
import { queueRefreshes, refreshAhead } from '../credentials/refresh-expiring.ts'
import { sweepMedia } from '../media/sweep-media.ts'
import { runPublication } from '../publishing/run-publication.ts'
import { sweepPublications } from '../publishing/sweep-publications.ts'

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

function plain(run: (context: Context) => Promise<unknown>): Job {
  return {
    async run(context) {
      await run(context)
    },
  }
}

async function housekeeping(context: Context): Promise<void> {
  const now = context.now().getTime()
  await dropOldAnswers(context.db, new Date(now - limits.idempotencyHours * 3_600_000))
  await dropOldWindows(context.pool, new Date(now - 3_600_000))
  await sweepMedia(context)
}

/** Every job by its name. */
export const jobs = {
  'publication.run': withId('publishId', (context, publishId, signal) =>
    runPublication(context, { publishId, signal }),
  ),
  'token.refresh': withId('accountId', refreshAhead),
  'tokens.refresh': plain(queueRefreshes),
  housekeeping: plain(housekeeping),
} as const satisfies Record<string, Job>

export type JobName = keyof typeof jobs

/** Jobs that recur, with the minutes at which they do, as a cron expression. */
export const recurring: readonly { task: JobName; match: string }[] = [
  { task: 'tokens.refresh', match: '*/5 * * * *' },
  { task: 'housekeeping', match: '*/10 * * * *' },
]

/** Seconds between sweeps over publications, which no cron line can be short enough for. */
export const sweepEverySeconds = 15

export { sweepPublications }
