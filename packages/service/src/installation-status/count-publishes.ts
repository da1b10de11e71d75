import { countPublishesOfHour, hoursWithOpenPublishes } from '@carillon/database'
import type { Context } from '../context.ts'
import { shownDays } from './read-status.ts'

const hourMs = 3_600_000

/**
 * Job: counts publishes by hour, platform and outcome and stores the counts for the status page. The current and the
 * previous hour are counted, and each hour of the last 90 days whose stored count has publishes that had not ended or
 * had an unknown outcome. An aborted `signal` stops the job before the next hour is counted.
 */
export async function countPublishes({ db, now }: Context, signal: AbortSignal): Promise<void> {
  const current = Math.floor(now().getTime() / hourMs) * hourMs
  const since = new Date(current - shownDays * 24 * hourMs)
  const open = (await hoursWithOpenPublishes(db, since)).map((hour) => hour.getTime())
  for (const hour of new Set([current, current - hourMs, ...open])) {
    if (signal.aborted) return
    await countPublishesOfHour(db, new Date(hour))
  }
}
