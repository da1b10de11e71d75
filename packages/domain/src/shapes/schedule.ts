import { platforms } from '../platforms.ts'
import { lateActions } from '../schedules/on-late.ts'
import { closed, type Described, nullableText, text, timestamp, uuid } from '../schema.ts'

export const scheduleStatuses = ['scheduled', 'taken', 'published', 'failed', 'unknown', 'held', 'cancelled'] as const
export type ScheduleStatus = (typeof scheduleStatuses)[number]

const nullableUuid = { type: ['string', 'null'], format: 'uuid' } as const

/** The schema of a local time in ISO 8601 without an offset, with or without seconds: `2026-12-24T18:00`. */
export const localTime = {
  type: 'string',
  maxLength: 19,
  pattern: '^\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])T([01]\\d|2[0-3]):[0-5]\\d(:[0-5]\\d)?$',
  'x-rule': 'A local time without an offset, such as 2026-12-24T18:00.',
} as const

/** The schema of the time at which a schedule is due. */
export const scheduleTimeShape = {
  ...closed({
    instant: { ...timestamp, description: 'When the post is due.' },
    local: {
      ...nullableText,
      description:
        'The local time that was requested, or that of the slot; null if a time with an offset was requested.',
    },
    timeZone: { ...nullableText, description: 'The IANA time zone of the local time; null if `local` is null.' },
    note: {
      ...nullableText,
      description:
        'A message for humans if the instant is not plainly the requested time, because clocks skip the local time or show it twice, or the rules of the zone have changed; otherwise null.',
    },
  }),
  'x-name': 'ScheduleTime',
} as const

const problem = {
  type: ['object', 'null'],
  description:
    'Why the post is held, or failed without a publishId, or what may prevent it from being published; null if no problem is known. Why its publish failed is the `error` of the publish.',
  properties: {
    code: {
      ...text,
      description:
        'An error code of the API, or one of these. late: the post could not be published in time. key_deleted: the API key that scheduled the post was deleted; release the post, or give it a new time, with another key. restored: the database was restored from a backup after the post was due, so it may have been published; look at the account, then release or cancel the post. time_zone_changed: the rules of the time zone have changed; the post keeps its local time, which is now another instant, and is not held.',
    },
    message: text,
    at: { ...timestamp, description: 'When the problem was noticed.' },
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
      'scheduled: it waits until it is due and taken. taken: being published, see publishId. held: it waits until it is released or gets a new time or, if its account had expired, until the account is connected again, at most onLate.afterMinutes after its due time; see problem. published, failed and unknown: the status of its publish; failed without a publishId: it was never published, see problem. cancelled: by a request.',
  },
  publishAt: scheduleTimeShape,
  onLate: {
    ...closed({
      afterMinutes: {
        type: 'integer',
        description:
          'The number of minutes after its due time from which a post counts as late if the platform has accepted nothing of it.',
      },
      then: {
        enum: lateActions,
        description:
          'For a late post that is not held for another reason: hold: it is held. publish: it is published all the same. fail: it is not published.',
      },
    }),
    'x-name': 'OnLate',
  },
  profileId: uuid,
  accountId: uuid,
  platform: { enum: platforms },
  post: {
    type: 'object',
    description:
      'The post as it was sent. Each media item has facts about the file that is sent to the platform instead of bytes or a URL: contentType, bytes, width, height and durationSeconds, and thumbnailUrl, the URL of a small version of an image, which works for at most two hours and gives 404 for an animated image (null for a video, and if the file is no longer stored).',
    properties: { platform: { enum: platforms }, accountId: uuid },
    required: ['platform', 'accountId'],
    additionalProperties: true,
  },
  publishId: {
    ...nullableUuid,
    description:
      'The publish that the schedule became; null before that. If nothing of the publish was sent before the schedule was late or its account expired, it is deleted, and this is null again.',
  },
  requestId: {
    ...text,
    description: 'The X-Request-Id of the request that created the schedule, which its publish has too.',
  },
  problem,
  createdAt: timestamp,
  updatedAt: timestamp,
})

export type ScheduleTime = Described<typeof scheduleTimeShape>
export type Schedule = Described<typeof scheduleShape>
export type ScheduleProblem = NonNullable<Schedule['problem']>
