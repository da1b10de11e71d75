import { closed, limits, writeShape } from '@carillon/domain'
import type { Operation } from '../operation.ts'
import { object, requestIdFilter } from '../parameters.ts'

export const writeOperations = {
  'writes.list': {
    method: 'get',
    path: '/writes',
    tag: 'Writes',
    // The use case lists the kinds of write that the key may read.
    scope: ['posts:read', 'comments:read', 'messages:read', 'ads:read'],
    summary: 'Find the writes of a request',
    description: `Returns what the request with an X-Request-Id wrote to platforms (posts and their deletions, comments, messages, campaigns and ad accounts), newest first, at most ${limits.writesOfRequest}; older ones are left out. Use it if the response of the request was lost: once the time in its X-Publish-Before has passed, a write that is not listed will never be made. Deletions of posts and new ad accounts have no such time: look at the platform before you send these again. Publishes are listed for 400 days after they have ended, other writes for 30 days. A key sees only the writes of the profiles to which it has access, and the kinds of writes whose read scope it has: posts:read for publishes and deletions, comments:read, messages:read, and ads:read for campaigns and ad accounts. A key with none of these scopes is rejected.`,
    profile: 'none',
    query: object(
      {
        requestId: { ...requestIdFilter, description: 'The X-Request-Id of the request whose writes are returned.' },
      },
      ['requestId'],
    ),
    responses: {
      200: {
        description: 'The writes of the request.',
        schema: closed({ writes: { type: 'array', items: writeShape } }),
      },
    },
    errors: [],
  },
} as const satisfies Record<string, Operation>
