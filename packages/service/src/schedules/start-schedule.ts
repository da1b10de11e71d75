import { type Db, type ExternalWriteRow, type ScheduleRow, takeSchedule } from '@carillon/database'
import type { Context } from '../context.ts'
import { jobOfWrite, nextPart } from '../journal/transition.ts'
import { publishKind } from '../publishing/run/publish-kind.ts'
import type { Request } from '../request.ts'
import { loggedSchedule } from './change-schedule.ts'
import { scheduledWrite } from './scheduled-write.ts'

interface Starting extends Pick<Request, 'reportPublish'> {
  now: Date
  db?: Db
}

/**
 * Turns a schedule into a publish, with its files and, if the queue has a place for it, its job, in one statement.
 * Returns the publish; undefined if the schedule was changed since it was read, such as by another process that did the
 * same. If `row.startAt` is null, the schedule counts as released by a user, so that `withdraw` does not withdraw the
 * publish.
 * @param options.now the time at which the schedule is published, on the clock of the database
 * @param options.db the connection or transaction to use; the context's database by default
 * @param options.reportPublish called with the id of the publish before it is stored, and with null if it was not
 *   stored because the schedule was changed: another process may store a publish with the same id
 */
export async function startSchedule(
  context: Context,
  row: ScheduleRow,
  { now, db = context.db, reportPublish }: Starting,
): Promise<ExternalWriteRow | undefined> {
  await context.checkpoint('schedule.due')
  const write = await scheduledWrite(context, row, now)
  const job = jobOfWrite(write, { part: nextPart(publishKind, row.payload) })
  reportPublish?.(write.id)
  const stored = await takeSchedule(db, write, job)
  if (!stored) reportPublish?.(null)
  await context.checkpoint('schedule.taken')
  if (stored) {
    const lateMs = now.getTime() - row.dueAt.getTime()
    const isStarted = row.startAt !== null && row.status === 'scheduled'
    if (isStarted) context.durations.observe('schedule_start', [], lateMs / 1_000)
    context.log.info({ ...loggedSchedule(row), publishId: stored.id, durationMs: lateMs }, 'schedule taken')
  }
  return stored
}
