import { closed, nullableText, publishShape, publishStatuses, publishWithAttemptsShape, uuid } from '@carillon/domain'
import type { Operation } from '../operation.ts'
import { object, platform } from '../parameters.ts'

export const publishOperations = {
  'publishes.list': {
    method: 'get',
    path: '/posts/publishes',
    tag: 'Posts',
    scope: 'posts:read',
    summary: 'List publishes',
    description: 'Newest first. Filter by requestId to find the publish of a request whose response was lost.',
    profile: 'optional',
    query: object(
      {
        accountId: uuid,
        profileId: uuid,
        platform,
        status: { enum: publishStatuses },
        requestId: {
          type: 'string',
          minLength: 1,
          maxLength: 128,
          description: 'The X-Request-Id of the request that published.',
        },
        search: {
          type: 'string',
          minLength: 1,
          maxLength: 200,
          description:
            'Words of the text of the post, in any order and case; the beginning of a word is enough. Texts are searched up to 100,000 characters.',
        },
        cursor: { type: 'string', minLength: 1, maxLength: 128, description: 'The nextCursor of the previous page.' },
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
    description: 'Poll it after a 202 until the status is published or failed. attempts lists every step.',
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
      'Records what you found at the account: the post with its postId, or that it was not published. Only a publish that is unknown can be decided, and only once. Nothing is sent to the platform.',
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
          description: "The platform's own id of the post. Required for published, and only allowed there.",
        },
      },
      ['outcome'],
    ),
    responses: { 200: { description: 'The publish as it was decided.', schema: publishShape } },
    errors: ['post_not_found', 'publish_not_unknown'],
  },
} as const satisfies Record<string, Operation>
