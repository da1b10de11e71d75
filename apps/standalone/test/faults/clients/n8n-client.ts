import { randomUUID } from 'node:crypto'
import type { IDataObject } from 'n8n-workflow'
import { openBench } from '../../n8n/bench.ts'
import type { FaultClient, Told, WriteName } from './fault-client.ts'

const operations: Record<WriteName, { resource: string; operation: string }> = {
  publish: { resource: 'Post', operation: 'posts.publish' },
  reply: { resource: 'Comment', operation: 'comments.create' },
  message: { resource: 'Message', operation: 'messages.send' },
  campaign: { resource: 'Ad', operation: 'ads.campaigns.create' },
}

/** How often n8n runs a node that fails, with "Retry On Fail". */
const maxTries = 3

function toldBy({ error, status, code, requestId }: IDataObject): Told {
  if (status === 'unknown') return { end: 'unknown', detail: String(requestId ?? '') }
  if (typeof code === 'string') return { end: 'rejected', detail: code }
  if (typeof error === 'string') return { end: 'not sent', detail: error }
  return { end: 'published', detail: '' }
}

/** The node in a workflow that runs it again when it fails, in the same execution. */
export const n8nClient: FaultClient = ({ url, apiKey }) => {
  const bench = openBench({ baseUrl: url, apiKey })
  return async (write, body) => {
    const { execute } = await bench
    const parameters = { ...operations[write], ...body, options: { storeWithin: 15 }, additionalFields: body }
    const run = { executionId: randomUUID(), continueOnFail: true }
    let told: Told = { end: 'not sent', detail: '' }
    for (let attempt = 0; attempt < maxTries && told.end !== 'published' && told.end !== 'unknown'; attempt++) {
      const [item] = await execute(parameters, run)
      told = toldBy(item?.json ?? {})
    }
    return told
  }
}
