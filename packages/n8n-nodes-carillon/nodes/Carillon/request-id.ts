import { createHash } from 'node:crypto'
import type { Client } from '@carillon/client'
import type { IExecuteFunctions } from 'n8n-workflow'
import type { Operation } from './operation.ts'

/** The maximum number of characters of a request id. */
const maxLength = 128

const idFrom = (text: string) => `n8n-${createHash('sha256').update(text).digest('hex').slice(0, 40)}`

/**
 * Returns the request id of a write, also used as idempotency key: the same when n8n runs an item again ("Retry On
 * Fail"), another one for each item, operation, node, run of a loop and execution.
 */
export function requestIdOf(context: IExecuteFunctions, { id }: Operation, itemIndex: number): string {
  const run = context.evaluateExpression('{{ $runIndex }}', itemIndex)
  const parts = [context.getInstanceId(), context.getExecutionId(), context.getNode().id, run, itemIndex, id]
  return idFrom(JSON.stringify(parts))
}

/**
 * Returns the request id of the next attempt of a write: `requestId`, or with `.2`, `.3` and so on the first under
 * which not only failed writes are stored; a hash of the id takes its place if it would be too long. Failed attempts
 * have published nothing, so the next one has an id of its own: a lookup must not take the earlier failure for its
 * outcome.
 */
export async function attemptIdOf(client: Client, requestId: string): Promise<string> {
  for (let attempt = 1; ; attempt++) {
    const next = `${requestId}.${attempt}`
    const id = attempt === 1 ? requestId : next.length > maxLength ? idFrom(next) : next
    const { data } = await client.get('/writes', { query: { requestId: id } })
    const hasFailed = data.writes.length > 0 && data.writes.every(({ status }) => status === 'failed')
    if (!hasFailed) return id
  }
}
