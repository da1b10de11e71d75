import { lateActions, localTime, type PublishPlatform, postSchemas } from '@carillon/domain'

import { object } from '../parameters.ts'

const publishAt = {
  oneOf: [
    { type: 'string', format: 'date-time', maxLength: 64, 'x-name': 'ScheduleInstant' },
    {
      ...object(
        {
          local: localTime,
          timeZone: { type: 'string', minLength: 1, maxLength: 64, description: 'A zone of the IANA database.' },
        },
        ['local', 'timeZone'],
      ),
      'x-name': 'ScheduleLocalTime',
    },
    {
      ...object(
        {
          nextSlot: { const: true, description: 'The next slot of the profile at which the account has no schedule.' },
        },
        ['nextSlot'],
      ),
      'x-name': 'ScheduleNextSlot',
    },
  ],
  'x-rule':
    'A time with an offset (RFC 3339), or {local, timeZone} for the time of clocks in a zone, from one minute to one year (366 days) ahead; or {nextSlot: true} for the next free slot of the profile.',
  'x-name': 'PublishAt',
} as const

const onLate = {
  type: 'object',
  description: 'What happens if the post cannot go out in time, for example because Carillon or its database was down.',
  properties: {
    afterMinutes: {
      type: 'integer',
      minimum: 1,
      maximum: 1440,
      description: 'From how many minutes after its time on the post is late. Default: 60.',
    },
    then: { enum: lateActions, description: 'hold: it waits for a release. Default: hold.' },
  },
  required: [],
  additionalProperties: false,
  'x-name': 'OnLateRequest',
} as const

/** The fields of a schedule beside its post. */
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

/** The bodies with which a schedule is created, by platform. */
export const newScheduleBodies = bodiesWith(['publishAt', 'post'])

/** The bodies that replace the post of a schedule, by platform. */
export const changedPostBodies = bodiesWith(['post'])

/** The body of a change that keeps the post. */
export const changedTimeBody = {
  ...object(scheduleFields, []),
  minProperties: 1,
  'x-rule': 'At least one field is required.',
} as const
