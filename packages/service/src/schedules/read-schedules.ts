import { listSchedules as readSchedules, type ScheduleRow } from '@carillon/database'
import { limits, timeIn } from '@carillon/domain'
import { boundedPage, charactersIn } from '../bounded-page.ts'
import { encodeCursor, pageOf } from '../list-page.ts'
import type { UseCase } from '../request.ts'
import { requireSchedule } from './find-schedule.ts'
import { scheduleOutput, viewSchedule } from './schedule-view.ts'

/**
 * Returns a schedule, with its entity tag as `ETag`.
 * @throws ServiceError `schedule_not_found`
 */
export const getSchedule: UseCase<'schedules.get'> = async (context, request) =>
  scheduleOutput(context, 200, await requireSchedule(context, request, request.input.params.scheduleId))

const placeOf = ({ dueAt: at, id }: ScheduleRow) => ({ at, id })

/**
 * Lists one page of schedules in the order in which they are due, the earliest first, with the cursor of the next page
 * (null on the last page). Very long texts make the page shorter.
 * @throws ServiceError `invalid_request` if the cursor does not have the form of a `nextCursor`,
 *   `temporarily_unavailable` if too many lists of the organization are being read
 */
export const listSchedules: UseCase<'schedules.list'> = async (context, { grant, target, input, signal }) => {
  const { requestId, status, publishId, from, to, cursor } = input.query
  const { after: first } = pageOf(cursor === undefined ? {} : { cursor })
  const { page, hasMore } = await boundedPage<ScheduleRow>(
    context,
    { grant, signal },
    {
      max: input.query.limit ?? limits.schedulePage.usual,
      read(previous, limit) {
        const after = previous === undefined ? first : placeOf(previous)
        return readSchedules(context.db, grant.scope, {
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
      },
      charactersOf: ({ payload }) => charactersIn(payload),
    },
  )
  const last = page.at(-1)
  const nextCursor = last && hasMore ? encodeCursor(placeOf(last)) : null
  return { status: 200, body: { schedules: page.map((row) => viewSchedule(context, row)), nextCursor } }
}
