import { type Schedule, scheduleShape } from '@carillon/domain'
import { eventRow } from './event-row.ts'
import { sampleAccountId, sampleProfileId, sampleSchedule } from './samples.ts'

const subject = { profileId: sampleProfileId, accountId: sampleAccountId, platform: 'bluesky' } as const
const ofSchedule = { ...subject, objectId: sampleSchedule.scheduleId } as const
const at = '2026-12-23T17:00:00.000Z'

export const scheduleEvents = {
  'schedule.at_risk': eventRow<Schedule>({
    description:
      'A scheduled post will probably not be published unless the problem is solved; see problem. This is checked 24 hours and one hour before the post is due, and when its account expires or is connected again, or its missingScopes change. Also sent if a change to the rules of its time zone has moved the time at which it is due (time_zone_changed), and if it was late and has failed (onLate.then fail).',
    data: scheduleShape,
    example: {
      ...ofSchedule,
      data: {
        ...sampleSchedule,
        problem: { code: 'connection_expired', message: 'The account has to be connected again.', at },
        updatedAt: at,
      },
    },
  }),
  'schedule.held': eventRow<Schedule>({
    description:
      'A scheduled post is held, such as because it could not be published when it was due, or because the API key that scheduled it was deleted; see problem. It waits until the schedule is released or gets a new time or, if its account had expired, until the account is connected again, at most onLate.afterMinutes after its due time.',
    data: scheduleShape,
    example: {
      ...ofSchedule,
      data: {
        ...sampleSchedule,
        status: 'held',
        problem: {
          code: 'late',
          message: 'It could not go out within 60 minutes after its time.',
          at: '2026-12-24T18:02:00.000Z',
        },
        updatedAt: '2026-12-24T18:02:00.000Z',
      },
    },
  }),
}
