import { auditEntryShape, closed, nullableText, uuid } from '@carillon/domain'
import type { Operation } from '../operation.ts'
import { object } from '../parameters.ts'

export const auditOperations = {
  'auditLog.list': {
    method: 'get',
    path: '/audit-log',
    tag: 'Organization',
    scope: 'audit:read',
    summary: 'Read the audit log',
    description:
      "Returns entries newest first. There is an entry for every request with a known key or dashboard session that can change something or that was rejected with 401, 403 or `budget_exhausted`, for the operator's commands about the organization, for each start of a connection from a connect link, and for each connection that Carillon itself ended. A key that is bound to profiles sees only the entries of these profiles. Entries are kept for at least 400 days, or as many as the setting AUDIT_KEPT_DAYS says.",
    profile: 'none',
    query: object(
      {
        action: {
          type: 'string',
          minLength: 1,
          maxLength: 100,
          description: 'Only entries of this action, such as keys.create.',
        },
        actorId: {
          ...uuid,
          description: 'Only entries of requests with this API key, or in a dashboard session opened with this key.',
        },
        targetId: {
          type: 'string',
          minLength: 1,
          maxLength: 256,
          description: 'Only entries about the object with this id.',
        },
        from: { type: 'string', format: 'date-time', description: 'Only entries at this time or later.' },
        to: { type: 'string', format: 'date-time', description: 'Only entries before this time.' },
        format: {
          enum: ['json', 'csv'],
          description:
            'The format of the response. Default: json. With csv, the cursor of the next page is in the header Next-Cursor, which the last page does not have, and a value that a spreadsheet would take for a formula begins with an apostrophe.',
        },
        limit: {
          type: 'integer',
          minimum: 1,
          maximum: 200,
          description: 'The maximum number of entries. Default: 50.',
        },
        cursor: {
          type: 'string',
          minLength: 1,
          maxLength: 128,
          description: 'The nextCursor of the previous page; if omitted, the list begins with the newest entry.',
        },
      },
      [],
    ),
    text: 'text/csv',
    responses: {
      200: {
        description: 'The entries, newest first.',
        schema: closed({
          entries: { type: 'array', items: auditEntryShape },
          nextCursor: { ...nullableText, description: 'The cursor of the next page, null on the last one.' },
        }),
      },
    },
    errors: [],
  },
} as const satisfies Record<string, Operation>
