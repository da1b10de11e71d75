import { sql } from 'kysely'
import type { Db } from '../db.ts'
import type { WebhookEventRow } from '../schema/webhook-event.ts'
import { firstIdOf } from '../statements/first-id.ts'
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
 * Milliseconds by which the id of a batch may be older than the arrival of its webhook requests, with ample reserve.
 */
const clockSlackMs = 3_600_000

/**
 * Marks webhook requests that arrived in a period as not processed: those of at most `max` batches, in the order of the
 * ids of batches. Returns their number and the ids of their batches, in that order, for which the caller has to queue
 * the job that processes them.
 * @param after the id of the last batch of the call before; null for the first call
 */
export async function reopenWebhookEvents(
  db: Db,
  { since, until, after, max }: { since: Date; until: Date; after: string | null; max: number },
): Promise<{ events: number; batches: string[] }> {
  const first = after ?? firstIdOf(new Date(since.getTime() - clockSlackMs))
  const arrived = sql<boolean>`received_at between ${since}::timestamptz and ${until}::timestamptz`
  const batches = db.kysely.selectFrom('webhookEvent').select('batchId as id').distinct().where('batchId', '>', first)
  const batch = () => batches.where(arrived).orderBy('batchId').limit(max)
  const rows = await db.kysely
    .with((cte) => cte('batch').materialized(), batch)
    .updateTable('webhookEvent')
    .from('batch')
    .set({ processedAt: null })
    .whereRef('batchId', '=', 'batch.id')
    .where(arrived)
    .returning('batchId')
    .execute()
  return { events: rows.length, batches: [...new Set(rows.map(({ batchId }) => batchId))].sort() }
}
