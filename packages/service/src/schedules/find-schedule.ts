import { findSchedule, type ScheduleRow } from '@carillon/database'
import { ServiceError } from '@carillon/errors'
import type { Context } from '../context.ts'
import type { Grant } from '../request.ts'
import { tagOf } from './schedule-view.ts'

/**
 * Reads a schedule within the scope of a key.
 * @throws ServiceError `schedule_not_found`
 */
export async function requireSchedule(context: Context, grant: Grant, id: string): Promise<ScheduleRow> {
  const row = await findSchedule(context.db, grant.scope, id)
  if (!row) throw new ServiceError('schedule_not_found')
  return row
}

/** Whether an `If-Match` header names this tag, or any. */
function matches(header: string, tag: string): boolean {
  return header.split(',').some((part) => part.trim() === '*' || part.trim() === tag)
}

/** How often a change is prepared again for a schedule that was changed meanwhile, if the client names no version. */
const maxTries = 5

interface ChangeRequest {
  grant: Grant
  input: { params: { scheduleId: string }; headers: { 'if-match'?: string | undefined } }
}

/**
 * Changes a schedule that has not been taken. Without `If-Match`, a change of something else meanwhile does not matter.
 * @param change returns undefined if the row was changed since it was read
 * @throws ServiceError `schedule_not_found`, `precondition_failed`, `schedule_taken`
 */
export async function changeOpenSchedule<T>(
  context: Context,
  { grant, input }: ChangeRequest,
  change: (row: ScheduleRow) => Promise<T | undefined>,
): Promise<T> {
  const header = input.headers['if-match']
  for (let tries = 0; tries < maxTries; tries++) {
    const row = await requireSchedule(context, grant, input.params.scheduleId)
    if (row.status !== 'scheduled' && row.status !== 'held') {
      throw new ServiceError('schedule_taken', `The schedule is ${row.status} and can no longer be changed.`)
    }
    if (header !== undefined && !matches(header, tagOf(row))) throw new ServiceError('precondition_failed')
    const changed = await change(row)
    if (changed !== undefined) return changed
  }
  throw new Error('a schedule was changed by others again and again')
}
