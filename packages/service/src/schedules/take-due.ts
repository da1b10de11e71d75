import { setTimeout as sleep } from 'node:timers/promises'
import {
  findAccountForWorker,
  hasStarting,
  hasWaitingWrites,
  listStarting,
  planStarts,
  type ScheduleRow,
  transaction,
  tryLockUntilEnd,
} from '@carillon/database'
import { requireCard } from '../billing.ts'
import type { Context } from '../context.ts'
import { inParallel } from '../network-calls/in-parallel.ts'
import { changeScheduleNow, holdSchedule, loggedSchedule } from './change-schedule.ts'
import { isLate, lateChange, logLate } from './late.ts'
import { problems, rejectionOf } from './problems.ts'
import { startSchedule } from './start-schedule.ts'

/** Milliseconds before a schedule is due at which it gets its start time. */
const planAheadMs = 5_000
/** The maximum number of schedules that get their start times in one statement. */
const planned = 2_000
const batch = 200
/** The number of schedules that are started at the same time. */
const concurrency = 8
/** The maximum duration in ms of one run while schedules are due; another process can then take over. */
const maxRunMs = 10_000
/** The maximum number of checks whether publishes still wait for a place in the queue. */
const looks = 10
/** The pause in ms before each check whether publishes still wait for a place in the queue. */
const lookMs = 50

/**
 * Turns a due schedule into a publish. A schedule whose account was deleted becomes a publish that fails. A schedule
 * whose API key was deleted is held instead. A late schedule is held or fails, unless its `onLate` is `publish`. Any
 * other schedule is held if its account has expired or a required card on file is missing.
 * @param now the time at which the schedule was found to be due, on the clock of the database
 * @returns the changed schedule or the publish; undefined if another change was made since `row` was read
 */
export async function startOrHold(context: Context, row: ScheduleRow, now: Date): Promise<unknown> {
  const account = await findAccountForWorker(context.db, row.accountId)
  // Without its account it becomes a publish that fails. This comes first, as no key can release such a schedule.
  if (!account) return startSchedule(context, row, { now })
  if (row.keyId === null) return holdSchedule(context, row, problems.keyDeleted())
  const unbilled = await rejectionOf(() => requireCard(context, row.organizationId, row.platform))
  // Judged last: `now` is when the batch was read, and its process may have been stopped or without a database since.
  const judgedAt = new Date(Math.max(now.getTime(), context.now().getTime()))
  const late = isLate(row, judgedAt) ? lateChange(row, judgedAt) : undefined
  if (late) {
    const changed = await changeScheduleNow(context, row, late)
    if (changed) logLate(context, row)
    return changed
  }
  if (account.status === 'expired') return holdSchedule(context, row, problems.expired())
  if (unbilled) return holdSchedule(context, row, problems.of(unbilled))
  return startSchedule(context, row, { now })
}

/**
 * Starts schedules, several at a time. The failure of one is logged, and it is retried in the next run. Returns the
 * number of the others.
 */
async function startAll(context: Context, rows: readonly ScheduleRow[], now: Date): Promise<number> {
  let started = 0
  async function work(row: ScheduleRow): Promise<void> {
    try {
      await startOrHold(context, row, now)
      started++
    } catch (error) {
      context.log.error({ ...loggedSchedule(row), err: error }, 'schedule not taken')
    }
  }
  await inParallel(rows, { max: concurrency, work })
  return started
}

/** Waits until no publish waits for a place in the queue any more, for half a second at most. */
async function untilQueued({ db }: Context, now: Date): Promise<void> {
  for (let look = 0; look < looks; look++) {
    await sleep(lookMs)
    if (!(await hasWaitingWrites(db, now))) return
  }
}

async function takeAll(context: Context, signal: AbortSignal): Promise<number> {
  const until = performance.now() + maxRunMs
  let taken = 0
  for (;;) {
    const now = await context.databaseNow()
    const ahead = new Date(now.getTime() + planAheadMs)
    const more = (await planStarts(context.db, { until: ahead, max: planned })) === planned
    const due = await listStarting(context.db, { now, max: batch })
    const started = await startAll(context, due, now)
    taken += started
    const isOver = signal.aborted || performance.now() > until
    // One that could not be started is retried by the next run.
    if (isOver || started < due.length) return taken
    if (more || due.length === batch) continue
    if (!(await hasStarting(context.db, now))) return taken
    await untilQueued(context, now)
  }
}

/**
 * Job: starts the schedules that are due, the earliest first. Organizations and networks take turns, and the starts of
 * one organization on one network are spread over up to 50 s. Stops after about 10 s, if `signal` aborts, or if a
 * schedule fails, which is logged; the next run continues. Returns the number of schedules published, held or failed; 0
 * if another process is doing this.
 */
export function takeDueSchedules(context: Context, signal: AbortSignal): Promise<number> {
  return transaction(context.db, async (tx) => {
    if (!(await tryLockUntilEnd(tx, 'sweep', 'schedules'))) return 0
    return takeAll(context, signal)
  })
}
