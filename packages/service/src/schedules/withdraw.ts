import { findAccountForWorker, listAttempts, readSchedule, transaction, withdrawWrite } from '@carillon/database'
import { ServiceError } from '@carillon/errors'
import { ConcurrentUpdateError, dueAt } from '../journal/transition.ts'
import type { Run } from '../journal/write-kind.ts'
import { changeScheduleIn, type ScheduleChange, storedProblem } from './change-schedule.ts'
import { isLate, lateChange, logLate } from './late.ts'
import { problems } from './problems.ts'

/** The minimum time in ms after which a post can be late. */
const minLateMs = 60_000
const unsent: ReadonlySet<string | null> = new Set(['not_sent', 'absent', 'rejected'])

/**
 * Whether no call of a write can have had an effect.
 * @param openIsUnsent whether this is known of the open step, whose outcome is not stored yet
 */
async function isUnsent({ context, row }: Run, { openIsUnsent }: { openIsUnsent: boolean }): Promise<boolean> {
  const { id, attempt, openStep, restoredFrom, changesLostAt } = row
  if (restoredFrom !== null || changesLostAt !== null) return false
  if (attempt === 0) return true
  const known = openIsUnsent && openStep !== null ? attempt : null
  const attempts = await listAttempts(context.db, id)
  return attempts.every(({ number, outcome }) => number === known || unsent.has(outcome))
}

/** Deletes the publish and changes its schedule, which has its files again. */
function withdrawTo({ context, row }: Run, change: ScheduleChange): Promise<void> {
  return transaction(context.db, async (tx) => {
    const withdrawn = await withdrawWrite(tx, row)
    if (!withdrawn) throw new ConcurrentUpdateError(`write ${row.id} was changed by somebody else`)
    await changeScheduleIn(context, tx, withdrawn, change)
  })
}

/** Returns the schedule of a publish; undefined without one, or if a user has released it. */
async function startedSchedule({ context, row }: Run) {
  const schedule = row.scheduleId === null ? undefined : await readSchedule(context.db, row.scheduleId)
  // A schedule that was released has no start.
  return schedule?.startAt === null ? undefined : schedule
}

/**
 * Withdraws the publish of a schedule before its first call if that is later than its `lateMinutes` allow, such as
 * after an outage that began when the schedule had already become a publish. The publish is deleted, and its schedule
 * is held or fails as its `onLate` says. Returns whether that was done. A publish of which something was sent, and one
 * that a user has released, continue.
 * @throws ConcurrentUpdateError if the publish was changed meanwhile
 */
async function withdrawLate(run: Run): Promise<boolean> {
  const { context, row } = run
  if (row.scheduleId === null || context.now().getTime() <= dueAt(row).getTime() + minLateMs) return false
  const now = await context.databaseNow()
  const schedule = await startedSchedule(run)
  if (!schedule || !isLate(schedule, now)) return false
  const change = lateChange(schedule, now)
  if (change === undefined || !(await isUnsent(run, { openIsUnsent: false }))) return false
  await withdrawTo(run, change)
  logLate(context, schedule)
  return true
}

/**
 * Withdraws the publish of a schedule of which nothing was sent, because its account has expired since it was taken, or
 * before without Carillon knowing. The schedule is held with the problem of an expired account, so that it is published
 * after a reconnect. Returns whether that was done: not if the account is still connected and only lacks a permission.
 * @throws ConcurrentUpdateError if the publish was changed meanwhile
 */
async function withdrawExpired(run: Run): Promise<boolean> {
  const { context, row } = run
  const schedule = await startedSchedule(run)
  const account = schedule && (await findAccountForWorker(context.db, row.accountId))
  if (account?.status !== 'expired' || !(await isUnsent(run, { openIsUnsent: true }))) return false
  const now = await context.databaseNow()
  // Looked at once more, as the account may be connected again before it is held.
  const held = { status: 'held', lookAt: now, startAt: null, problem: storedProblem(problems.expired(), now) } as const
  await withdrawTo(run, { changes: held, event: 'schedule.held' })
  context.log.warn(
    { requestId: row.requestId, scheduleId: row.scheduleId, accountId: row.accountId, platform: row.platform },
    'schedule held, as its account has expired',
  )
  return true
}

/**
 * Withdraws the publish of a schedule that is not to be sent now: before a call, if the schedule is late; instead of
 * failing, if the account has expired. The publish is deleted. The schedule of an expired account is held; a late one
 * is held or fails, as its `onLate` says. Returns whether the publish was withdrawn. A publish of which something was
 * sent, or whose schedule a user has released, is not withdrawn.
 * @param thrown the error with which the publish would fail; undefined before a call
 * @throws ConcurrentUpdateError if the publish was changed meanwhile
 */
export async function withdraw(run: Run, thrown?: unknown): Promise<boolean> {
  if (run.row.scheduleId === null) return false
  if (thrown === undefined) return withdrawLate(run)
  return thrown instanceof ServiceError && thrown.code === 'connection_expired' && withdrawExpired(run)
}
