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
      'Newest first: who has changed what, and what was rejected. There is an entry for every request that is not a read, for every request that a key may not make, for the commands of the operator, and for each connection that Carillon ended itself. A key that is bound to profiles sees their entries. Entries are kept for 400 days unless AUDIT_KEPT_DAYS says otherwise.',
    profile: 'none',
    query: object(
      {
        action: {
          type: 'string',
          minLength: 1,
          maxLength: 100,
          description: 'Only entries of this action, such as keys.create.',
        },
        actorId: { ...uuid, description: 'Only entries of this API key and its dashboard sessions.' },
        targetId: {
          type: 'string',
          minLength: 1,
          maxLength: 256,
          description: 'Only entries about the object with this id.',
        },
        from: { type: 'string', format: 'date-time', description: 'Only entries from this time on.' },
        to: { type: 'string', format: 'date-time', description: 'Only entries before this time.' },
        format: {
          enum: ['json', 'csv'],
          description:
            'The form of the response. Default: json. A page of CSV has its cursor in the header Next-Cursor.',
        },
        limit: {
          type: 'integer',
          minimum: 1,
          maximum: 200,
          description: 'The maximum number of entries. Default: 50.',
        },
        cursor: { type: 'string', minLength: 1, maxLength: 128, description: 'The nextCursor of the previous page.' },
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
