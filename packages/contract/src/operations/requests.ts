import { closed, limits, nullableText, requestRecordShape, requestSources, statusClasses, uuid } from '@carillon/domain'
import type { Operation } from '../operation.ts'
import { object, requestIdFilter } from '../parameters.ts'

export const requestOperations = {
  'requests.list': {
    method: 'get',
    path: '/requests',
    tag: 'Organization',
    scope: 'audit:read',
    summary: 'Read recent requests',
    description: `Returns the requests to the API and to the MCP server (/mcp) that were made with an API key that existed then or in a dashboard session, newest first, without their bodies and queries. Requests to a path that does not exist are listed too. The operations that an MCP tool calls are listed in addition to the request to /mcp. A key that is bound to profiles sees only the requests that concern these profiles. A request is deleted 7 days after the end of its day (UTC), or earlier if the organization has more than ${limits.requestsPerOrganization.toLocaleString('en')} requests, of which only the newest are kept; the settings REQUESTS_KEPT_DAYS and REQUESTS_PER_ORGANIZATION change these limits. Of the requests that a rate limit rejected, each gateway records only the first 60 of a key in a minute. A request is usually listed within a second of its response; if the database cannot be reached for long, some are missing.`,
    profile: 'none',
    query: object(
      {
        status: {
          enum: statusClasses,
          description:
            'Only requests with an HTTP status of this class: 4xx, for example, lists those with 400 to 499.',
        },
        operation: {
          type: 'string',
          minLength: 1,
          maxLength: 100,
          description:
            'Only requests of this operation, such as posts.publish, or of this MCP tool, such as publish_post.',
        },
        keyId: {
          ...uuid,
          description: 'Only requests with this API key, or in a dashboard session opened with this key.',
        },
        requestId: {
          ...requestIdFilter,
          description: 'Only requests with this X-Request-Id, such as the requestId of a publish.',
        },
        source: {
          enum: requestSources,
          description:
            'api: only requests by clients. dashboard: only those by the pages of the dashboard. Default: both.',
        },
        from: { type: 'string', format: 'date-time', description: 'Only requests at this time or later.' },
        to: { type: 'string', format: 'date-time', description: 'Only requests before this time.' },
        limit: {
          type: 'integer',
          minimum: 1,
          maximum: 200,
          description: 'The maximum number of requests. Default: 50.',
        },
        cursor: {
          type: 'string',
          minLength: 1,
          maxLength: 128,
          description: 'The nextCursor of the previous page; if omitted, the list begins with the newest request.',
        },
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
