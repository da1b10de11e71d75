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
      'Returns what the platform x charges for the calls that Carillon made to it for the organization, by the prices that Carillon knows: in total, and by operation of the platform, by profile and by UTC day. The invoice of the platform can differ. The default is the current month until today. Amounts are decimal strings in US dollars.',
    profile: 'none',
    wholeOrganization: true,
    platform: 'x',
    capability: 'usage',
    query: object(
      {
        from: {
          ...day,
          description: 'The first day (UTC), YYYY-MM-DD, inclusive. Default: the first day of the month of `to`.',
        },
        to: { ...day, description: 'The last day (UTC), YYYY-MM-DD, inclusive. Default: today.' },
      },
      [],
    ),
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
            description:
              'The charges by operation, such as post.create, and unit price; an operation whose price has changed is listed once for each price.',
          },
          profiles: {
            type: 'array',
            items: closed({ profileId: uuid, amount: text }),
            description: 'The charges by profile; profiles without charges are left out.',
          },
          daily: {
            type: 'array',
            items: closed({ date: day, amount: text }),
            description: 'The charges by UTC day; days without charges are left out.',
          },
        }),
      },
    },
    errors: ['profile_scope_violation'],
  },
} as const satisfies Record<string, Operation>
