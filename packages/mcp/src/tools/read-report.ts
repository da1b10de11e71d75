import { analyticsOperations, type OperationId } from '@carillon/contract'
import { keysOf } from '@carillon/errors'
import { failureOf, isDone, resultOf } from '../results.ts'
import { tool } from '../tool.ts'
import { accountId, object } from './parameters.ts'

/** The operation of each report, keyed by its id without `analytics.`. */
const operations = new Map<string, OperationId>(
  keysOf(analyticsOperations).map((id) => [id.replace('analytics.', ''), id]),
)

const day = { type: 'string', format: 'date' } as const

export const readReport = tool({
  name: 'read_report',
  title: 'Read analytics',
  description:
    'Reads an analytics report live: views, reach, followers, audience and insights of an account, page, channel or its videos.',
  input: object(
    {
      report: { type: 'string', enum: [...operations.keys()] },
      accountId,
      startDate: day,
      endDate: day,
      videoIds: { type: 'string', maxLength: 4096, description: 'Comma-separated.' },
    },
    ['report', 'accountId'],
  ),
  effect: 'read',
  toolsets: ['reports'],
  operations: keysOf(analyticsOperations),
  async run({ report, ...query }, { backend }) {
    const operation = operations.get(report)
    if (operation === undefined) throw new Error(`no operation for the report ${report}`)
    const response = await backend.call({ operation, query })
    return isDone(response) ? resultOf({ report, ...response.body }) : failureOf(response)
  },
})
