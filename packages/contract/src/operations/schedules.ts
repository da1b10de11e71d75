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
import { object, profilePath, publishBefore, requestIdFilter } from '../parameters.ts'
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
      description:
        'The ETag of the schedule when it was read. If omitted, the schedule is changed whatever its version. If the schedule has been changed since, nothing is changed, and the response is 412, or 409 `schedule_taken` if its status is no longer scheduled or held.',
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
    description:
      'Returns the schedules of the organization, also those that have ended (for 400 days after they became published, failed or cancelled), in the order in which they are due, the earliest first. A key that is bound to profiles gets only those of these profiles.',
    profile: 'optional',
    query: object(
      {
        profileId: uuid,
        accountId: uuid,
        requestId: { ...requestIdFilter, description: 'Only schedules created by the request with this X-Request-Id.' },
        status: { enum: scheduleStatuses },
        publishId: { ...uuid, description: 'Only the schedule that became the publish with this id.' },
        from: { ...time, description: 'Only schedules that are due at this time or later.' },
        to: { ...time, description: 'Only schedules that are due before this time.' },
        limit: {
          type: 'integer',
          minimum: 1,
          maximum: limits.schedulePage.max,
          description: `The maximum number of schedules; a page has fewer if their texts are very long. Default: ${limits.schedulePage.usual}.`,
        },
        cursor: {
          type: 'string',
          minLength: 1,
          maxLength: 128,
          description: 'The nextCursor of the previous page; if omitted, the list begins with the earliest schedule.',
        },
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
      "Stores a post and publishes it at `publishAt`. `post` is the body of `POST /posts`, with the same checks and errors, except for limits and quotas of the platform that may have passed when the post is due. Its media are fetched, checked and stored now. In a form, the fields of the post are sent as for `POST /posts`, and `publishAt` and `onLate` as JSON in a part named `schedule`. The schedule counts at once towards the API key's budget of publishes for the UTC day on which it is due. There is no idempotency key: if a response is lost, look for the schedule by your X-Request-Id in `GET /schedules` before you send it again. The header X-Publish-Before makes this sure: the schedule is stored by its time or never, so that one that is not listed after it will never be.",
    profile: 'required',
    capability: 'posts.publish',
    fieldCapabilities: deferred,
    headers: publishBefore,
    variants: newScheduleBodies,
    routedBy: 'post',
    formPart: 'schedule',
    multipart: 'posts.upload',
    rules: ({ body }, now) => requireTime(body, now),
    responses: { 201: { description: 'The new schedule.', schema: scheduleShape } },
    errors: ['no_free_slot', 'deadline_passed', 'upload_quota_exceeded', ...postErrors],
    bodyLimit: publishBodyLimit(Object.values(postSchemas)),
  },
  'schedules.get': {
    ...row,
    ...versioned,
    method: 'get',
    path: '/schedules/{scheduleId}',
    scope: 'schedules:read',
    summary: 'Read a schedule',
    description:
      'Returns the schedule. When it is due it becomes a publish (`publishId`), unless it is held or fails before; once the publish has ended, the status is that of the publish.',
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
      'Changes the time, the post or the rule for late posts (`onLate`) of a schedule. Omitted fields are kept, also those of `onLate`. `post` replaces the whole post with its media, and has to name the same account; a held schedule stays held. A new `publishAt` schedules a held post again. Only a schedule with the status scheduled or held can be changed.',
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
    errors: [...changeErrors, 'no_free_slot', 'upload_quota_exceeded', ...postErrors],
    bodyLimit: publishBodyLimit(Object.values(postSchemas)),
  },
  'schedules.cancel': {
    ...row,
    ...versioned,
    method: 'delete',
    path: '/schedules/{scheduleId}',
    scope: 'schedules:write',
    summary: 'Cancel a schedule',
    description:
      'Cancels the schedule, so that its post is not published. The schedule is still listed, with the status cancelled; its media are deleted. Only a schedule with the status scheduled or held can be cancelled.',
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
      'Publishes the post now: one that is due later, or one with the status held (see problem for the reason). It counts today (UTC) towards the budget of publishes per day of the API key that releases it or, if this one has no such budget, towards the budget to which the schedule counts already, if any. The response does not wait for the platform: read the outcome with `GET /posts/publishes/{publishId}`.',
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
    description:
      "Returns the profile's weekly times for publishing, in its time zone. With an accountId, the response also has the next slot at which this account has no schedule that is scheduled or held.",
    query: object({ accountId: uuid }, []),
    responses: { 200: { description: 'The slots of the profile.', schema: profileSlotsShape } },
    errors: ['profile_not_found', 'account_not_found'],
  },
  'slots.replace': {
    ...row,
    ...ofProfile,
    method: 'put',
    scope: 'schedules:write',
    summary: 'Replace the slots of a profile',
    description:
      'Replaces the weekly times at which the accounts of the profile publish, in the time zone `timeZone`. A schedule that is created with publishAt {"nextSlot": true} gets the next slot that is free for its account. Existing schedules keep their time.',
    body: object(slotFields, ['timeZone', 'slots']),
    responses: { 200: { description: 'The slots of the profile.', schema: profileSlotsShape } },
    errors: ['profile_not_found'],
  },
} as const satisfies Record<string, Operation>
