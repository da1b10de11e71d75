import { closed, calendarDay as day, text, uuid } from '@carillon/domain'
import type { Operation } from '../operation.ts'
import { object } from '../parameters.ts'

export const usageOperations = {
  'usage.get': {
    method: 'get',
    path: '/usage/x',
    tag: 'Usage',
    scope: 'usage:read',
    summary: "Read the charges for the organization's calls",
    description:
      'Returns what x charges for the calls that Carillon made to it for the organization, as Carillon has recorded it: in total and by operation, profile and UTC day. The default is the current month until today. Amounts are decimal strings in US dollars.',
    profile: 'none',
    wholeOrganization: true,
    platform: 'x',
    capability: 'usage',
    query: object({ from: day, to: day }, []),
    responses: {
      200: {
        description: 'The charges from `from` to `to`, including both days.',
        schema: closed({
          platform: { const: 'x' },
          from: day,
          to: day,
          currency: { const: 'USD' },
          total: text,
          operations: {
            type: 'array',
            items: closed({ operation: text, count: { type: 'integer' }, unitPrice: text, amount: text }),
          },
          profiles: { type: 'array', items: closed({ profileId: uuid, amount: text }) },
          daily: { type: 'array', items: closed({ date: day, amount: text }) },
        }),
      },
    },
    errors: ['profile_scope_violation'],
  },
} as const satisfies Record<string, Operation>
