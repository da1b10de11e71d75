import { lateActions, localTime, type PublishPlatform, postSchemas } from '@carillon/domain'

import { object } from '../parameters.ts'

const publishAt = {
  oneOf: [
    { type: 'string', format: 'date-time', maxLength: 64, 'x-name': 'ScheduleInstant' },
    {
      ...object(
        {
          local: localTime,
          timeZone: {
            type: 'string',
            minLength: 1,
            maxLength: 64,
            description: 'An IANA time zone, such as Europe/Berlin.',
          },
        },
        ['local', 'timeZone'],
      ),
      'x-name': 'ScheduleLocalTime',
    },
    {
      ...object(
        {
          nextSlot: {
            const: true,
            description:
              "Publish at the profile's next slot at which the account has no other schedule that is scheduled or held; `no_free_slot` if there is none within a year.",
          },
        },
        ['nextSlot'],
      ),
      'x-name': 'ScheduleNextSlot',
    },
  ],
  'x-rule':
    "A time with an offset (RFC 3339), or {local, timeZone} for a local time in a time zone, from one minute to one year (366 days) ahead; or {nextSlot: true} for the account's next free slot.",
  'x-name': 'PublishAt',
} as const

const onLate = {
  type: 'object',
  description:
    'The rule for a post that cannot be published in time, for example because Carillon or its database was down.',
  properties: {
    afterMinutes: {
      type: 'integer',
      minimum: 1,
      maximum: 1440,
      description:
        'The number of minutes after its due time from which a post counts as late if the platform has accepted nothing of it. Default: 60; in a change, the value that the schedule has.',
    },
    then: {
      enum: lateActions,
      description:
        'For a late post that is not held for another reason: hold: it waits until it is released (`POST /schedules/{scheduleId}/release`) or gets a new time. publish: it is published all the same. fail: it is not published, and its schedule gets the status failed. Default: hold; in a change, the value that the schedule has.',
    },
  },
  required: [],
  additionalProperties: false,
  'x-name': 'OnLateRequest',
} as const

/** The schemas of the fields that a schedule has in addition to its post. */
const scheduleFields = { publishAt, onLate } as const

function bodiesWith<const R extends readonly ('publishAt' | 'onLate' | 'post')[]>(required: R) {
  const bodyOf = <P extends PublishPlatform>(platform: P) =>
    object({ ...scheduleFields, post: postSchemas[platform] }, required)
  return {
    instagram: bodyOf('instagram'),
    facebook: bodyOf('facebook'),
    tiktok: bodyOf('tiktok'),
    youtube: bodyOf('youtube'),
    x: bodyOf('x'),
    bluesky: bodyOf('bluesky'),
  } satisfies Record<PublishPlatform, object>
}

/** The body schemas for creating a schedule, keyed by platform. */
export const newScheduleBodies = bodiesWith(['publishAt', 'post'])

/** The body schemas for a change that replaces the post of a schedule, keyed by platform. */
export const changedPostBodies = bodiesWith(['post'])

/** The body schema for a change of a schedule that keeps its post. */
export const changedTimeBody = {
  ...object(scheduleFields, []),
  minProperties: 1,
  'x-rule': 'At least one field is required.',
} as const
