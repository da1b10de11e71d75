import { platforms } from '../platforms.ts'
import { lateActions } from '../schedules/on-late.ts'
import { closed, type Described, nullableText, text, timestamp, uuid } from '../schema.ts'

export const scheduleStatuses = ['scheduled', 'taken', 'published', 'failed', 'unknown', 'held', 'cancelled'] as const
export type ScheduleStatus = (typeof scheduleStatuses)[number]

const nullableUuid = { type: ['string', 'null'], format: 'uuid' } as const

/** A local time without its zone. */
export const localTime = {
  type: 'string',
  maxLength: 19,
  pattern: '^\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])T([01]\\d|2[0-3]):[0-5]\\d(:[0-5]\\d)?$',
  'x-rule': 'A local time without an offset, such as 2026-12-24T18:00.',
} as const

/** When a schedule is due. */
export const scheduleTimeShape = {
  ...closed({
    instant: { ...timestamp, description: 'When the post is due.' },
    local: { ...nullableText, description: 'The local time that was requested; null for a time with an offset.' },
    timeZone: { ...nullableText, description: 'The zone of the local time; null for a time with an offset.' },
    note: {
      ...nullableText,
      description:
        'Set if the instant differs from what was requested: clocks skip the local time or show it twice, or the rules of the zone have changed.',
    },
  }),
  'x-name': 'ScheduleTime',
} as const

const problem = {
  type: ['object', 'null'],
  description: 'Why the post is held or failed, or what may prevent it from going out; null if nothing is known.',
  properties: {
    code: {
      ...text,
      description:
        'A code of the error catalogue, or `late` (it could not go out in time), `key_deleted`, `restored` (the database was restored from a backup) or `time_zone_changed`.',
    },
    message: text,
    at: { ...timestamp, description: 'When it was noticed.' },
  },
  required: ['code', 'message', 'at'],
  additionalProperties: false,
  'x-name': 'ScheduleProblem',
} as const

export const scheduleShape = closed({
  scheduleId: uuid,
  status: {
    enum: scheduleStatuses,
    description:
      'scheduled: due at a later time. taken: being published, see publishId. held: it waits for a release, a change or a reconnected account; see problem. published, failed and unknown are those of its publish.',
  },
  publishAt: scheduleTimeShape,
  onLate: {
    ...closed({ afterMinutes: { type: 'integer' }, then: { enum: lateActions } }),
    'x-name': 'OnLate',
  },
  profileId: uuid,
  accountId: uuid,
  platform: { enum: platforms },
  post: {
    type: 'object',
    description:
      'The post as it was sent. Each media item has its facts in the place of its bytes or URL: contentType, bytes, width, height and durationSeconds, and the thumbnailUrl of an image that is stored.',
    properties: { platform: { enum: platforms }, accountId: uuid },
    required: ['platform', 'accountId'],
    additionalProperties: true,
  },
  publishId: { ...nullableUuid, description: 'Its publish, once it has been taken.' },
  requestId: { ...text, description: 'The X-Request-Id of the request that created it, and of its publish.' },
  problem,
  createdAt: timestamp,
  updatedAt: timestamp,
})

export type ScheduleTime = Described<typeof scheduleTimeShape>
export type Schedule = Described<typeof scheduleShape>
export type ScheduleProblem = NonNullable<Schedule['problem']>
