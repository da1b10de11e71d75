import { addJobs, reopenWebhookEvents, transaction } from '@carillon/database'
import { ServiceError } from '@carillon/errors'
import type { Context } from '../context.ts'
import { jobFor } from '../queue/job-rows.ts'

/** The maximum number of batches of webhook events that one transaction opens again. */
const batchesAtOnce = 200

/**
 * Queues jobs that process the stored webhook events again that arrived since a time, and returns this time in UTC with
 * the numbers of `events` and `jobs`. Messages and changes that are already stored are not stored twice. If it fails,
 * some of the jobs may have been queued.
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
  const until = context.now()
  const replayed = { since: from.toISOString(), events: 0, jobs: 0 }
  for (let after: string | null = null; ; ) {
    const part = { since: from, until, after, max: batchesAtOnce }
    const { events, batches } = await transaction(context.db, async (tx) => {
      const reopened = await reopenWebhookEvents(tx, part)
      await addJobs(
        tx,
        reopened.batches.map((id) => jobFor('webhook.normalize', { id })),
      )
      return reopened
    })
    replayed.events += events
    replayed.jobs += batches.length
    after = batches.at(-1) ?? null
    if (batches.length < batchesAtOnce) return replayed
  }
}
