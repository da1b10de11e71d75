import { reopenWebhookEvents, transaction } from '@carillon/database'
import { ServiceError } from '@carillon/errors'
import type { Context } from '../context.ts'
import { queueJob } from '../queue/job-rows.ts'

/**
 * Queues jobs that process the stored webhook events again that arrived since a time, and returns the numbers of events
 * and jobs. Messages and changes that are already stored are not stored twice.
 * @param options.since in ISO 8601
 * @throws ServiceError `invalid_request` if `since` is not a time
 */
export async function replayWebhooks(context: Context, { since }: { since: string }) {
  const from = new Date(since)
  if (Number.isNaN(from.getTime())) {
    throw new ServiceError(
      'invalid_request',
      `"${since}" is not a time; pass --since with one such as 2026-11-22T10:00:00Z.`,
    )
  }
  return transaction(context.db, async (tx) => {
    const { events, batches } = await reopenWebhookEvents(tx, from)
    for (const id of batches) await queueJob(tx, 'webhook.normalize', { id })
    return { since: from.toISOString(), events, jobs: batches.length }
  })
}
