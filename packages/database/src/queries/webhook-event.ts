import type { Db } from '../db.ts'
import type { WebhookEventRow } from '../schema/webhook-event.ts'
import { Values } from '../statements/statement.ts'
import { hintJobs, jobText, type NewJob } from './jobs.ts'

/**
 * Stores webhook requests of networks and queues the job that processes them, in one statement.
 * @param batchId the id that the requests share
 */
export async function storeWebhookEvents(
  db: Db,
  events: readonly Pick<WebhookEventRow, 'id' | 'platform' | 'body' | 'receivedAt'>[],
  { batchId, job }: { batchId: string; job: NewJob },
): Promise<void> {
  const values = new Values()
  const [ids, platforms] = [values.add(events.map(({ id }) => id)), values.add(events.map(({ platform }) => platform))]
  const bodies = values.add(events.map(({ body }) => body))
  const times = values.add(events.map(({ receivedAt }) => receivedAt))
  const text = `
    with stored as (
      insert into webhook_event (id, batch_id, platform, body, received_at)
      select id, ${values.add(batchId)}::uuid, platform, body, received_at
      from unnest(${ids}::uuid[], ${platforms}::text[], ${bodies}::bytea[], ${times}::timestamptz[])
        as event (id, platform, body, received_at)
    )
    select ${jobText(job, values)}`
  await db.query(text, values.list)
  hintJobs(db, [job])
}

/** Returns the webhook requests of a batch that have not been processed, oldest first. */
export function listWebhookEvents(db: Db, batchId: string): Promise<WebhookEventRow[]> {
  return db.kysely
    .selectFrom('webhookEvent')
    .selectAll()
    .where('batchId', '=', batchId)
    .where('processedAt', 'is', null)
    .orderBy('id')
    .execute()
}

/** Marks the webhook requests of a batch as processed at `at`. */
export async function markWebhookEvents(db: Db, batchId: string, at: Date): Promise<void> {
  await db.kysely.updateTable('webhookEvent').set({ processedAt: at }).where('batchId', '=', batchId).execute()
}

/**
 * Marks the webhook requests that arrived since a time as not processed. Returns their number and the ids of their
 * batches, for which the caller has to queue the job that processes them.
 */
export async function reopenWebhookEvents(db: Db, since: Date): Promise<{ events: number; batches: string[] }> {
  const rows = await db.kysely
    .updateTable('webhookEvent')
    .set({ processedAt: null })
    .where('receivedAt', '>=', since)
    .returning('batchId')
    .execute()
  return { events: rows.length, batches: [...new Set(rows.map(({ batchId }) => batchId))].sort() }
}
