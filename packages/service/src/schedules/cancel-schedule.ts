import type { UseCase } from '../request.ts'
import { removeFiles } from '../uploads/remove-files.ts'
import { changeScheduleNow, loggedSchedule } from './change-schedule.ts'
import { changeOpenSchedule } from './find-schedule.ts'
import { scheduleOutput } from './schedule-view.ts'

/**
 * Cancels a schedule that has not become a publish yet, deletes its media files, and refunds what it consumed of
 * budgets.
 * @throws ServiceError `schedule_not_found`, `precondition_failed` if `If-Match` names another version,
 *   `schedule_taken` if it is neither scheduled nor held
 */
export const cancelSchedule: UseCase<'schedules.cancel'> = async (context, request) => {
  const changes = { status: 'cancelled', lookAt: null, startAt: null, problem: null } as const
  const cancelled = await changeOpenSchedule(context, request, (row) =>
    changeScheduleNow(context, row, { changes, budget: 'give-back', files: [] }),
  )
  await removeFiles(context, Object.keys(cancelled.media))
  context.log.info(loggedSchedule(cancelled), 'schedule cancelled')
  return scheduleOutput(context, 200, cancelled)
}
