import type { LateAction } from '@carillon/domain'

const minuteMs = 60_000
/** Within so many milliseconds after its time a schedule is taken: those of a minute are spread over it. */
const spreadMs = minuteMs

/** What a schedule has to be: `out` once it has become a publish. */
type Status = 'scheduled' | 'held' | 'out' | 'failed' | 'cancelled'

export interface Expected {
  id: string
  /** The text of its post, by which the network is searched. */
  text: string
  due: number
  late: { afterMinutes: number; then: LateAction }
  status: Status
  /** The code of its problem while it is held. */
  code: string | null
  /** Whether its publish may end in another way than published: its account could not be used, or it was restored. */
  disturbed: boolean
}

interface Account {
  status: 'connected' | 'expired' | 'gone'
  /** Whether it has changed since schedules were looked at. */
  changed: boolean
}

/** What the rules of docs/schedules.md say of every schedule: written for the tests, without the code that it checks. */
export interface Expectation {
  now: number
  account: Account
  schedules: Expected[]
  /** The schedules as they were when the backup was taken; null without a backup. */
  backup: { at: number; schedules: Expected[] } | null
}

export const isOpen = ({ status }: Expected): boolean => status === 'scheduled' || status === 'held'

const isLate = ({ due, late }: Expected, now: number): boolean => now > due + late.afterMinutes * minuteMs

function hold(schedule: Expected, code: string): void {
  Object.assign(schedule, { status: 'held', code })
}

/** It has become a publish. */
export function out(schedule: Expected, { account }: Pick<Expectation, 'account'>): void {
  Object.assign(schedule, { status: 'out', code: null, disturbed: account.status !== 'connected' })
}

function whenDue(schedule: Expected, { account, now }: Expectation): void {
  const { then } = schedule.late
  const late = isLate(schedule, now)
  if (account.status === 'gone') out(schedule, { account })
  else if (late && then === 'fail') Object.assign(schedule, { status: 'failed', code: 'late' })
  else if (late && then === 'hold') hold(schedule, 'late')
  else if (account.status === 'expired') hold(schedule, 'connection_expired')
  else out(schedule, { account })
}

/** What a changed account does to a schedule, before anything is taken. */
function whenAccountChanged(schedule: Expected, { account, now }: Expectation): void {
  if (account.status === 'gone') out(schedule, { account })
  if (schedule.code !== 'connection_expired' || account.status !== 'connected') return
  if (schedule.due > now) Object.assign(schedule, { status: 'scheduled', code: null })
  else if (!isLate(schedule, now)) out(schedule, { account })
}

/**
 * What workers do that run now.
 * @param isTaken whether a schedule was taken, which decides within the minute of its time
 */
export function afterWork(expectation: Expectation, isTaken: (schedule: Expected) => boolean): void {
  const { account, schedules, now } = expectation
  if (account.changed) for (const schedule of schedules.filter(isOpen)) whenAccountChanged(schedule, expectation)
  account.changed = false
  for (const schedule of schedules) {
    if (schedule.status !== 'scheduled' || schedule.due > now) continue
    if (now >= schedule.due + spreadMs || isTaken(schedule)) whenDue(schedule, expectation)
  }
}

/** What a restore of the backup does: what was due by now is held. */
export function afterRestore(expectation: Expectation): void {
  const { backup, now } = expectation
  if (backup === null) return
  expectation.schedules = structuredClone(backup.schedules)
  for (const schedule of expectation.schedules) {
    if (schedule.status === 'scheduled' && schedule.due <= now) hold(schedule, 'restored')
    if (schedule.status === 'out') schedule.disturbed = true
  }
}
