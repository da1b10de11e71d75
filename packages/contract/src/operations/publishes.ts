import {
  closed,
  limits,
  nullableText,
  publishShape,
  publishStatuses,
  publishWithAttemptsShape,
  uuid,
} from '@carillon/domain'
import type { Operation } from '../operation.ts'
import { object, platform, requestIdFilter } from '../parameters.ts'

export const publishOperations = {
  'publishes.list': {
    method: 'get',
    path: '/posts/publishes',
    tag: 'Posts',
    scope: 'posts:read',
    summary: 'List publishes',
    description:
      'Returns the publishes of the organization, newest first; that of a schedule has the place of the time at which it was due, unless it was taken an hour or more later. A key that is bound to profiles gets only those of these profiles. A publish is kept for 400 days after it became published or failed, unless the user of its account has its data deleted before. Filter by requestId to find the publish of a request whose response was lost: an empty list means that it will never be made, and that it can be sent again, only once the time in its X-Publish-Before has passed.',
    profile: 'optional',
    query: object(
      {
        accountId: uuid,
        profileId: uuid,
        platform,
        status: { enum: publishStatuses },
        requestId: {
          ...requestIdFilter,
          description:
            'Only publishes of the request with this X-Request-Id; that of a schedule belongs to the request that created the schedule.',
        },
        search: {
          type: 'string',
          minLength: 1,
          maxLength: 200,
          description:
            'Only publishes whose texts (also the title and the posts of a thread) contain these words, in any order and case; the beginning of a word is enough. The first 100,000 characters of all texts of a publish together are searched.',
        },
        limit: {
          type: 'integer',
          minimum: 1,
          maximum: limits.publishPage.max,
          description: `The maximum number of publishes; a page has fewer if their texts are very long. Default: ${limits.publishPage.usual}.`,
        },
        cursor: {
          type: 'string',
          minLength: 1,
          maxLength: 128,
          description: 'The nextCursor of the previous page; if omitted, the list begins with the newest publish.',
        },
      },
      [],
    ),
    responses: {
      200: {
        description: 'A page of publishes; nextCursor is null on the last one.',
        schema: closed({ publishes: { type: 'array', items: publishShape }, nextCursor: nullableText }),
      },
    },
    errors: ['profile_not_found', 'account_not_found'],
  },
  'publishes.get': {
    method: 'get',
    path: '/posts/publishes/{publishId}',
    tag: 'Posts',
    scope: 'posts:read',
    summary: 'Read the status of a publish',
    description:
      'Returns the publish with all its attempts. After a 202, poll it until the status is published, failed or unknown.',
    profile: 'none',
    params: object({ publishId: uuid }, ['publishId']),
    responses: {
      200: { description: 'The publish with all its attempts.', schema: publishWithAttemptsShape },
    },
    errors: ['post_not_found'],
  },
  'publishes.resolve': {
    method: 'post',
    path: '/posts/publishes/{publishId}/resolution',
    tag: 'Posts',
    scope: 'posts:write',
    summary: 'Decide an unknown publish',
    description:
      'Records what you found when you looked at the account on the platform: that the post was published (outcome published, with its postId), or that it was not (outcome failed). Only a publish whose status is unknown can be decided, and only once. Nothing is sent to the platform.',
    profile: 'none',
    params: object({ publishId: uuid }, ['publishId']),
    body: object(
      {
        outcome: { enum: ['published', 'failed'] },
        postId: {
          type: 'string',
          minLength: 1,
          maxLength: 512,
          pattern: '^\\S+$',
          'x-rule': 'An id of the platform, without spaces.',
          description:
            "The platform's own id of the post. Required if outcome is published; not allowed if outcome is failed.",
        },
      },
      ['outcome'],
    ),
    responses: { 200: { description: 'The publish with its new status.', schema: publishShape } },
    errors: ['post_not_found', 'publish_not_unknown'],
  },
} as const satisfies Record<string, Operation>
