import type { Schedule } from '@carillon/client'
import { instantOf, localIn, shiftDays, viewerZone } from '../../../data/schedules/zoned-time.ts'

/** When a draft is published: at once, when clocks of a zone show a time, or at the next free slot of each account. */
export type When = { kind: 'now' } | { kind: 'time'; local: string; timeZone: string } | { kind: 'slot' }

/** What happens to a scheduled post that cannot go out in time. */
export type OnLate = Schedule['onLate']

/** A schedule whose post is edited, as it was read. */
export interface EditedSchedule {
  scheduleId: string
  etag: string
  /** Of the request that created it, by which this browser knows what was written. */
  requestId: string
}

export const now: When = { kind: 'now' }
export const usualOnLate: OnLate = { afterMinutes: 60, then: 'hold' }

const minAheadMs = 60_000
const maxAheadMs = 366 * 86_400_000
const hourMs = 3_600_000

/** The first full hour that is at least an hour ahead, in the viewer's zone. */
export function nextFullHour(time: number): When {
  const instant = new Date(Math.ceil((time + hourMs) / hourMs) * hourMs).toISOString()
  return { kind: 'time', local: localIn(instant, viewerZone()), timeZone: viewerZone() }
}

/** Why a draft cannot be scheduled for the time; null if it can. */
export function timeProblem(when: When, time: number): string | null {
  if (when.kind !== 'time') return null
  const instant = instantOf(when.local, when.timeZone)
  if (instant === null) return 'Choose a day and a time.'
  const ahead = Date.parse(instant) - time
  if (ahead < minAheadMs) return 'This time has passed. Choose one that is at least a minute ahead.'
  if (ahead > maxAheadMs) return 'Choose a time within one year (366 days).'
  return null
}

/** The time as a request has it. */
export function publishAtOf(when: Exclude<When, { kind: 'now' }>) {
  if (when.kind === 'slot') return { nextSlot: true as const }
  return { local: when.local, timeZone: when.timeZone }
}

/** The same time of the clock a day later; the next free slot is a later one anyway. */
export function dayLater(when: When): When {
  return when.kind === 'time' ? { ...when, local: shiftDays(when.local, 1) } : when
}

/** The time that a URL names, such as that of a day of the calendar, or `next` for the next full hour; undefined without one. */
export function whenNamed(local: string | null, timeZone: string | null): When | undefined {
  if (local === null) return undefined
  if (local === 'next') return nextFullHour(Date.now())
  const when: When = { kind: 'time', local, timeZone: timeZone ?? viewerZone() }
  return instantOf(when.local, when.timeZone) === null ? undefined : when
}
