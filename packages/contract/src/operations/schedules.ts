import {
  closed,
  limits,
  nullableText,
  postSchemas,
  profileSlotsShape,
  scheduleShape,
  scheduleStatuses,
  slotFields,
  uuid,
} from '@carillon/domain'
import { publishBodyLimit } from '../base64-bound.ts'
import type { Operation } from '../operation.ts'
import { object, profilePath, publishBefore } from '../parameters.ts'
import { deferred, postErrors } from './post-errors.ts'
import { changedPostBodies, changedTimeBody, newScheduleBodies } from './schedule-fields.ts'
import { requireTime } from './schedule-rules.ts'

const row = { tag: 'Schedules' } as const
const path = object({ scheduleId: uuid }, ['scheduleId'])
const versioned = { isVersioned: true } as const
const ifMatch = object(
  {
    'if-match': {
      type: 'string',
      minLength: 1,
      maxLength: 256,
      description: 'The ETag of the schedule as it was read. If it has been changed since, the response is 412.',
    },
  },
  [],
)
const changeErrors = ['schedule_not_found', 'schedule_taken', 'precondition_failed'] as const
const time = {
  type: 'string',
  format: 'date-time',
  maxLength: 64,
} as const

export const scheduleOperations = {
  'schedules.list': {
    ...row,
    method: 'get',
    path: '/schedules',
    scope: 'schedules:read',
    summary: 'List schedules',
    description: 'In the order of the times at which they are due.',
    profile: 'optional',
    query: object(
      {
        profileId: uuid,
        accountId: uuid,
        requestId: {
          type: 'string',
          minLength: 1,
          maxLength: 128,
          description: 'The X-Request-Id of the request that created it.',
        },
        status: { enum: scheduleStatuses },
        publishId: { ...uuid, description: 'Only the schedule that became this publish.' },
        from: { ...time, description: 'Only schedules that are due at this time or later.' },
        to: { ...time, description: 'Only schedules that are due before this time.' },
        limit: {
          type: 'integer',
          minimum: 1,
          maximum: limits.schedulePage.max,
          description: `The maximum number of schedules. Default: ${limits.schedulePage.usual}.`,
        },
        cursor: { type: 'string', minLength: 1, maxLength: 128, description: 'The nextCursor of the previous page.' },
      },
      [],
    ),
    responses: {
      200: {
        description: 'A page of schedules; nextCursor is null on the last one.',
        schema: closed({ schedules: { type: 'array', items: scheduleShape }, nextCursor: nullableText }),
      },
    },
    errors: ['profile_not_found', 'account_not_found'],
  },
  'schedules.create': {
    ...row,
    ...versioned,
    method: 'post',
    path: '/schedules',
    scope: 'schedules:write',
    furtherScope: 'posts:write',
    summary: 'Schedule a post',
    description:
      'There is no idempotency key: if a response is lost, find the schedule by its X-Request-Id in the list; with X-Publish-Before, what is found after that time is final. post is the body of POST /posts, with the same checks and errors. Its media are stored and checked now: also those that are sent as a url are fetched. In a form, the fields of the post are sent as for POST /posts, and publishAt and onLate in a part named schedule with JSON. It counts against the publishes per day of its API key on the day (UTC) on which it is due.',
    profile: 'required',
    capability: 'posts.publish',
    fieldCapabilities: deferred,
    headers: publishBefore,
    variants: newScheduleBodies,
    routedBy: 'post',
    formPart: 'schedule',
    multipart: 'posts.upload',
    rules: ({ body }, now) => requireTime(body, now),
    responses: { 201: { description: 'The schedule.', schema: scheduleShape } },
    errors: ['no_free_slot', 'deadline_passed', ...postErrors],
    bodyLimit: publishBodyLimit(Object.values(postSchemas)),
  },
  'schedules.get': {
    ...row,
    ...versioned,
    method: 'get',
    path: '/schedules/{scheduleId}',
    scope: 'schedules:read',
    summary: 'Read a schedule',
    description: 'Once it has been taken, its status is that of its publish.',
    profile: 'none',
    params: path,
    responses: { 200: { description: 'The schedule.', schema: scheduleShape } },
    errors: ['schedule_not_found'],
  },
  'schedules.update': {
    ...row,
    ...versioned,
    method: 'patch',
    path: '/schedules/{scheduleId}',
    scope: 'schedules:write',
    furtherScope: 'posts:write',
    summary: 'Change a schedule',
    description:
      'Omitted fields are kept. A post replaces the whole post; it has to name the same account. A new publishAt schedules one that was held again. Possible until the schedule is taken.',
    profile: 'optional',
    capability: 'posts.publish',
    fieldCapabilities: deferred,
    params: path,
    headers: ifMatch,
    body: changedTimeBody,
    variants: changedPostBodies,
    routedBy: 'post',
    formPart: 'schedule',
    multipart: 'posts.upload',
    rules: ({ body }, now) => requireTime(body, now),
    responses: { 200: { description: 'The changed schedule.', schema: scheduleShape } },
    errors: [...changeErrors, 'no_free_slot', ...postErrors],
    bodyLimit: publishBodyLimit(Object.values(postSchemas)),
  },
  'schedules.cancel': {
    ...row,
    ...versioned,
    method: 'delete',
    path: '/schedules/{scheduleId}',
    scope: 'schedules:write',
    summary: 'Cancel a schedule',
    description: 'Possible until the schedule is taken. The schedule is kept as cancelled, its media are deleted.',
    profile: 'none',
    params: path,
    headers: ifMatch,
    responses: { 200: { description: 'The cancelled schedule.', schema: scheduleShape } },
    errors: changeErrors,
  },
  'schedules.release': {
    ...row,
    ...versioned,
    method: 'post',
    path: '/schedules/{scheduleId}/release',
    scope: 'schedules:write',
    furtherScope: 'posts:write',
    summary: 'Publish a scheduled post now',
    description:
      'Publishes a schedule that is held, or one that is due later, at once. It then counts against the publishes per day of today.',
    profile: 'none',
    params: path,
    headers: ifMatch,
    responses: { 200: { description: 'The schedule, with its publishId.', schema: scheduleShape } },
    errors: [
      ...changeErrors,
      'account_not_found',
      'x_billing_required',
      'connection_expired',
      'provider_not_configured',
      'budget_exhausted',
    ],
  },
} as const satisfies Record<string, Operation>

const ofProfile = { path: '/profiles/{profileId}/slots', profile: 'path', params: profilePath } as const

export const slotOperations = {
  'slots.get': {
    ...row,
    ...ofProfile,
    method: 'get',
    scope: 'schedules:read',
    summary: 'Read the slots of a profile',
    description: 'With an accountId, the response has the next slot at which this account has no schedule.',
    query: object({ accountId: uuid }, []),
    responses: { 200: { description: 'The slots.', schema: profileSlotsShape } },
    errors: ['profile_not_found', 'account_not_found'],
  },
  'slots.replace': {
    ...row,
    ...ofProfile,
    method: 'put',
    scope: 'schedules:write',
    summary: 'Replace the slots of a profile',
    description:
      'Slots are the times of each week at which the accounts of the profile publish. A schedule with publishAt {"nextSlot": true} gets the next one that is free for its account. Schedules that have a slot keep their time.',
    body: object(slotFields, ['timeZone', 'slots']),
    responses: { 200: { description: 'The slots.', schema: profileSlotsShape } },
    errors: ['profile_not_found'],
  },
} as const satisfies Record<string, Operation>
