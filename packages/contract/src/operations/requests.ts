import { closed, nullableText, requestRecordShape, requestSources, statusClasses, uuid } from '@carillon/domain'
import type { Operation } from '../operation.ts'
import { object } from '../parameters.ts'

export const requestOperations = {
  'requests.list': {
    method: 'get',
    path: '/requests',
    tag: 'Organization',
    scope: 'audit:read',
    summary: 'Read the requests of the last days',
    description:
      'Newest first: each request to the API or to /mcp with a known key, also one to a path that does not exist, without its body and its query. The operations that a tool of MCP calls are listed beside its own request. A key that is bound to profiles sees the requests on them. Requests are kept for 7 days unless REQUESTS_KEPT_DAYS says otherwise, and up to REQUESTS_PER_ORGANIZATION of an organization. A request is listed within a second of its response.',
    profile: 'none',
    query: object(
      {
        status: { enum: statusClasses, description: 'Only requests with a status of this class.' },
        operation: {
          type: 'string',
          minLength: 1,
          maxLength: 100,
          description:
            'Only requests of this operation, such as posts.publish, or of this tool of MCP, such as publish_post.',
        },
        keyId: { ...uuid, description: 'Only requests of this API key and its dashboard sessions.' },
        requestId: {
          type: 'string',
          minLength: 1,
          maxLength: 128,
          description: 'Only requests with this X-Request-Id, such as the requestId of a publish.',
        },
        source: { enum: requestSources, description: 'Only requests of clients, or of the pages of the dashboard.' },
        from: { type: 'string', format: 'date-time', description: 'Only requests from this time on.' },
        to: { type: 'string', format: 'date-time', description: 'Only requests before this time.' },
        limit: {
          type: 'integer',
          minimum: 1,
          maximum: 200,
          description: 'The maximum number of requests. Default: 50.',
        },
        cursor: { type: 'string', minLength: 1, maxLength: 128, description: 'The nextCursor of the previous page.' },
      },
      [],
    ),
    responses: {
      200: {
        description: 'The requests, newest first.',
        schema: closed({
          requests: { type: 'array', items: requestRecordShape },
          nextCursor: { ...nullableText, description: 'The cursor of the next page, null on the last one.' },
        }),
      },
    },
    errors: [],
  },
} as const satisfies Record<string, Operation>
