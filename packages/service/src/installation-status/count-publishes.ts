import { countPublishesOfHour, hoursWithOpenPublishes } from '@carillon/database'
import type { Context } from '../context.ts'
import { shownDays } from './read-status.ts'

const hourMs = 3_600_000

/**
 * Counts the publishes of the current and the last hour by their outcome, and again those of earlier hours in which some
 * had not ended or were unknown. Each statement reads the publishes of one hour.
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
