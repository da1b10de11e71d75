import type { Schedule } from '@carillon/client'
import { fullHourFrom, instantOf, shiftDays, viewerZone } from '../../../data/schedules/zoned-time.ts'

/**
 * When a draft is published: at once, at a local time (2026-12-24T18:00) in an IANA time zone, or at the next free slot
 * of each account.
 */
export type When = { kind: 'now' } | { kind: 'time'; local: string; timeZone: string } | { kind: 'slot' }

/**
 * The rule for a scheduled post that cannot be published in time: after how many minutes it is late, and what happens
 * then.
 */
export type OnLate = Schedule['onLate']

/**
 * A schedule whose post is being edited. With `etag`, the change is rejected if the schedule has been changed since it
 * was read.
 */
export interface EditedSchedule {
  scheduleId: string
  etag: string
  /** The id of the request that created the schedule, under which this browser stores what was written for it. */
  requestId: string
}

export const now: When = { kind: 'now' }
export const usualOnLate: OnLate = { afterMinutes: 60, then: 'hold' }

const minAheadMs = 60_000
const maxAheadMs = 366 * 86_400_000
const hourMs = 3_600_000

/** The first full hour that is at least an hour after `time` (ms since 1970), in the browser's time zone. */
export function nextFullHour(time: number): When {
  const timeZone = viewerZone()
  return { kind: 'time', local: fullHourFrom(time + hourMs, timeZone), timeZone }
}

/**
 * A sentence for the user: why a draft cannot be scheduled for `when`, if it is now `time` (ms since 1970); null if it
 * can. Only chosen times can be invalid.
 */
export function timeProblem(when: When, time: number): string | null {
  if (when.kind !== 'time') return null
  const instant = instantOf(when.local, when.timeZone)
  if (instant === null) return 'Choose a day and a time.'
  const ahead = Date.parse(instant) - time
  if (ahead < minAheadMs) return 'This time has passed. Choose one that is at least a minute ahead.'
  if (ahead > maxAheadMs) return 'Choose a time within one year (366 days).'
  return null
}

/** The `publishAt` of a request. */
export function publishAtOf(when: Exclude<When, { kind: 'now' }>) {
  if (when.kind === 'slot') return { nextSlot: true as const }
  return { local: when.local, timeZone: when.timeZone }
}

/** The same local time a day later. A slot and "now" stay as they are: the next free slot is a later one anyway. */
export function dayLater(when: When): When {
  return when.kind === 'time' ? { ...when, local: shiftDays(when.local, 1) } : when
}

/**
 * The time that a URL names: a local time (2026-12-24T18:00) in `timeZone`, in the browser's zone if that is null, or
 * `next` for that of `nextFullHour`. Undefined if `local` is null or not valid.
 */
export function whenNamed(local: string | null, timeZone: string | null): When | undefined {
  if (local === null) return undefined
  if (local === 'next') return nextFullHour(Date.now())
  const when: When = { kind: 'time', local, timeZone: timeZone ?? viewerZone() }
  return instantOf(when.local, when.timeZone) === null ? undefined : when
}
