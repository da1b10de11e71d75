import { findSchedule, type ScheduleRow } from '@carillon/database'
import { ServiceError } from '@carillon/errors'
import type { Context } from '../context.ts'
import type { ObjectRequest } from '../request.ts'
import { tagOf } from './schedule-view.ts'

/**
 * Reads the schedule of a request from the database, and reports its profile to the request (`reportProfile`).
 * @throws ServiceError `schedule_not_found` if it does not exist or the API key has no access to it
 */
export async function requireSchedule(context: Context, request: ObjectRequest, id: string): Promise<ScheduleRow> {
  const row = await findSchedule(context.db, request.grant.scope, id)
  if (!row) throw new ServiceError('schedule_not_found')
  request.reportProfile?.(row.profileId)
  return row
}

/** Whether an `If-Match` header contains this tag or `*`. */
function matches(header: string, tag: string): boolean {
  return header.split(',').some((part) => part.trim() === '*' || part.trim() === tag)
}

/**
 * The maximum number of attempts to change a schedule that others change meanwhile, if the client sends no `If-Match`:
 * of as many simultaneous changes, each is made, as every failed attempt means that another one succeeded.
 */
const maxTries = 50

interface ChangeRequest extends ObjectRequest {
  input: { params: { scheduleId: string }; headers: { 'if-match'?: string | undefined } }
}

/**
 * Reads a schedule that has not become a publish yet and changes it with `change`. If it was changed meanwhile,
 * `change` runs again with the new row, unless the client's `If-Match` names the former version. Returns the result of
 * `change`.
 * @param change makes the change; returns undefined if the row was changed since it was read
 * @throws ServiceError `schedule_not_found`, `precondition_failed` if `If-Match` names another version,
 *   `schedule_taken` if it is neither scheduled nor held, `temporarily_unavailable` if another change is made during
 *   each of fifty attempts; the errors of `change`
 */
export async function changeOpenSchedule<T>(
  context: Context,
  request: ChangeRequest,
  change: (row: ScheduleRow) => Promise<T | undefined>,
): Promise<T> {
  const { params, headers } = request.input
  const header = headers['if-match']
  for (let tries = 0; tries < maxTries; tries++) {
    const row = await requireSchedule(context, request, params.scheduleId)
    if (row.status !== 'scheduled' && row.status !== 'held') {
      throw new ServiceError('schedule_taken', `The schedule is ${row.status} and can no longer be changed.`)
    }
    if (header !== undefined && !matches(header, tagOf(row))) throw new ServiceError('precondition_failed')
    const changed = await change(row)
    if (changed !== undefined) return changed
  }
  const message = 'The schedule is being changed by too many other requests. Nothing was changed; try again.'
  throw new ServiceError('temporarily_unavailable', message, { retryAfter: 1 })
}
