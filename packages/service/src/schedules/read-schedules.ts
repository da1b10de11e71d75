import { listSchedules as readSchedules } from '@carillon/database'
import { limits, timeIn } from '@carillon/domain'
import { cutPage, pageOf } from '../list-page.ts'
import type { UseCase } from '../request.ts'
import { requireSchedule } from './find-schedule.ts'
import { scheduleOutput, viewSchedule } from './schedule-view.ts'

/**
 * Returns a schedule.
 * @throws ServiceError `schedule_not_found`
 */
export const getSchedule: UseCase<'schedules.get'> = async (context, { grant, input }) =>
  scheduleOutput(context, 200, await requireSchedule(context, grant, input.params.scheduleId))

/**
 * Lists one page of schedules in the order in which they are due, the earliest first, with the cursor of the next page
 * (null on the last page).
 * @throws ServiceError `invalid_request` if the cursor is not one of this list
 */
export const listSchedules: UseCase<'schedules.list'> = async (context, { grant, target, input }) => {
  const { requestId, status, publishId, from, to, cursor } = input.query
  const query = { limit: input.query.limit ?? limits.schedulePage.usual, ...(cursor !== undefined && { cursor }) }
  const { limit = query.limit, after } = pageOf(query)
  const rows = await readSchedules(context.db, grant.scope, {
    ...(target && { profileId: target.profileId }),
    ...(target?.account && { accountId: target.account.id }),
    ...(requestId !== undefined && { requestId }),
    ...(status && { status }),
    ...(publishId !== undefined && { publishId }),
    ...(from !== undefined && { from: timeIn(from) }),
    ...(to !== undefined && { to: timeIn(to) }),
    ...(after && { after }),
    limit,
  })
  const page = cutPage(rows, query, ({ dueAt: at, id }) => ({ at, id }))
  const schedules = page.rows.map((row) => viewSchedule(context, row))
  return { status: 200, body: { schedules, nextCursor: page.more.nextCursor ?? null } }
}
