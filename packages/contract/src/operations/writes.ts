import { closed, limits, writeShape } from '@carillon/domain'
import type { Operation } from '../operation.ts'
import { object } from '../parameters.ts'

export const writeOperations = {
  'writes.list': {
    method: 'get',
    path: '/writes',
    tag: 'Writes',
    // The use case lists the kinds of write that the key may read.
    scope: null,
    summary: 'Find the writes of a request',
    description: `Newest first, at most ${limits.writesOfRequest}. After the time in X-Publish-Before, the list is final: a write that it does not contain was not stored and will not be. The key sees the kinds whose read scope it has: posts:read for publishes and deletions, comments:read, messages:read, and ads:read for campaigns and ad accounts. A key with none of these is rejected.`,
    profile: 'none',
    query: object(
      {
        requestId: {
          type: 'string',
          minLength: 1,
          maxLength: 128,
          description: 'The X-Request-Id of the request that wrote.',
        },
      },
      ['requestId'],
    ),
    responses: {
      200: {
        description: 'The writes of the request.',
        schema: closed({ writes: { type: 'array', items: writeShape } }),
      },
    },
    errors: ['insufficient_scope'],
  },
} as const satisfies Record<string, Operation>
