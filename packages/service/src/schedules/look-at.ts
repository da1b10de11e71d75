import {
  type AccountRow,
  findAccountForWorker,
  listKeyless,
  lookAtMore,
  type ScheduleRow,
  takeToLookAt,
  transaction,
  tryLockUntilEnd,
} from '@carillon/database'
import type { Context } from '../context.ts'
import { inParallel } from '../network-calls/in-parallel.ts'
import { changeScheduleNow, holdSchedule, loggedSchedule, storedProblem } from './change-schedule.ts'
import { findProblem } from './find-problem.ts'
import { isLate } from './late.ts'
import { nextLook } from './look-times.ts'
import { problems } from './problems.ts'
import { startSchedule } from './start-schedule.ts'
import { startOrHold } from './take-due.ts'

const batch = 50
const concurrency = 4
/** The maximum duration of one run in ms. */
const maxRunMs = 20_000
/** Milliseconds after which a schedule is checked again if the check failed or its process crashed. */
const lookMs = 60_000

interface Looking {
  account: AccountRow
  now: Date
}

const notPlanned = ({ dueAt }: ScheduleRow, now: Date) => ({
  startAt: null,
  lookAt: nextLook(dueAt, now),
  problem: null,
})

/**
 * Publishes a schedule that is held because its account had expired, if the account was reconnected in time. A schedule
 * that is held for another reason, or is late, is not checked again.
 */
async function lookAtHeld(context: Context, row: ScheduleRow, { account, now }: Looking): Promise<unknown> {
  const canGoOut = account.status === 'connected' && row.problem?.code === 'connection_expired' && !isLate(row, now)
  // With a start, as no user has released it: its publish is still withdrawn if it is late when it is sent.
  if (canGoOut && row.dueAt <= now) return startOrHold(context, { ...row, startAt: now }, now)
  // The clock of the database has been put back since.
  if (canGoOut) return changeScheduleNow(context, row, { changes: { status: 'scheduled', ...notPlanned(row, now) } })
  return changeScheduleNow(context, row, { changes: { lookAt: null } })
}

/** Checks a schedule that is not due yet, and stores and reports a problem that is new. */
async function lookAtScheduled(context: Context, row: ScheduleRow, { account, now }: Looking): Promise<unknown> {
  const found = await findProblem(context, row, account)
  const lookAt = nextLook(row.dueAt, now)
  const isKnown = found?.code === row.problem?.code
  const problem = found && storedProblem(found, context.now())
  const changes = isKnown ? { lookAt } : { lookAt, problem }
  const isRisk = found !== null && !isKnown
  const changed = await changeScheduleNow(context, row, { changes, event: isRisk ? 'schedule.at_risk' : undefined })
  if (changed && isRisk) context.log.warn({ ...loggedSchedule(row), code: found.code }, 'schedule at risk')
  return changed
}

async function lookAt(context: Context, row: ScheduleRow, now: Date): Promise<unknown> {
  const account = await findAccountForWorker(context.db, row.accountId)
  // Without its account it can never be published: it becomes a publish that fails. This comes before the check of its
  // key, because no other key could release it.
  if (!account) return startSchedule(context, row, { now })
  if (row.keyId === null && row.status === 'scheduled') return holdSchedule(context, row, problems.keyDeleted())
  return row.status === 'held'
    ? lookAtHeld(context, row, { account, now })
    : lookAtScheduled(context, row, { account, now })
}

async function lookAtAll(context: Context, rows: readonly ScheduleRow[], now: Date): Promise<void> {
  async function work(row: ScheduleRow): Promise<void> {
    try {
      await lookAt(context, row, now)
    } catch (error) {
      context.log.error({ ...loggedSchedule(row), err: error }, 'schedule not looked at')
    }
  }
  await inParallel(rows, { max: concurrency, work })
}

/**
 * Job: checks schedules for problems 24 hours and one hour before they are due, and when their account has changed or
 * their API key was deleted. New problems are stored and reported by an event; a stored problem that no longer exists
 * is removed. A schedule whose key was deleted is held; a schedule whose account was deleted becomes a publish that
 * fails. A schedule that was held because its account had expired is published if the account was reconnected before
 * the schedule is late. A failure is logged, and the schedule is checked again after a minute. Stops after about 20 s
 * or if `signal` aborts. Only one process does this at a time.
 */
export function lookAtSchedules(context: Context, signal: AbortSignal): Promise<void> {
  return transaction(context.db, async (tx) => {
    if (!(await tryLockUntilEnd(tx, 'sweep', 'schedules to look at'))) return
    const end = performance.now() + maxRunMs
    while (!signal.aborted && performance.now() < end) {
      const now = await context.databaseNow()
      const until = new Date(now.getTime() + lookMs)
      const looked = await takeToLookAt(context.db, { now, until, max: batch })
      const rows = [...(await listKeyless(context.db, batch)), ...looked]
      const distinct = [...new Map(rows.map((row) => [row.id, row])).values()]
      await lookAtAll(context, distinct, now)
      // Of accounts with very many schedules, the next are added when no others wait.
      if (rows.length < batch && !(await lookAtMore(context.db))) return
    }
  })
}
