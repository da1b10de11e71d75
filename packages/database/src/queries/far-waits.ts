import { sql } from 'kysely'
import type { Db } from '../db.ts'
import type { QueueTables } from '../schema/queue.ts'
import { pendingEndpoints } from './webhook-claim.ts'

/** The maximum number of rows that one call changes. */
const maxChanged = 5_000

/** SQL of a time so many seconds ahead, read once, so that an index can be searched by it. */
const ahead = (seconds: number) => sql<Date>`(select clock_timestamp() + make_interval(secs => ${seconds}))`

const present = sql<Date>`clock_timestamp()`

/**
 * Makes pending webhook deliveries due whose next attempt, or the end of whose claim, is more than `seconds` ahead, up
 * to 5,000. Those that another transaction has locked are left for a later call. Returns their number.
 */
export async function shortenDeliveryWaits(db: Db, seconds: number): Promise<number> {
  const ofEndpoints = sql<string>`(
    with recursive ${sql.raw(pendingEndpoints)} select found.id from pending cross join lateral (
      select id from webhook_delivery where endpoint_id = pending.endpoint_id and status = 'pending'
        and next_attempt_at > ${ahead(seconds)} order by next_attempt_at limit ${sql.lit(maxChanged)}
    ) as found limit ${sql.lit(maxChanged)})`
  const pending = db.kysely.selectFrom('webhookDelivery').select('id').where('status', '=', sql.lit('pending'))
  const far = pending.where(sql<boolean>`id in ${ofEndpoints}`).forUpdate().skipLocked()
  const { numUpdatedRows } = await db.kysely
    .updateTable('webhookDelivery')
    .set({ nextAttemptAt: present, claimedUntil: null })
    .where('id', 'in', far)
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}

/**
 * Makes queued jobs due that would start more than `seconds` from now, up to 5,000. Jobs that another transaction has
 * locked are left for a later call. Returns their number.
 * @param except the names of jobs that are left as they are
 */
export async function shortenJobWaits(
  db: Db,
  { seconds, except }: { seconds: number; except: readonly string[] },
): Promise<number> {
  const queue = db.kysely.$extendTables<QueueTables>()
  const others = queue
    .selectFrom('graphile_worker._private_tasks')
    .select('id')
    .where(sql<boolean>`identifier <> all(${except}::text[])`)
  const far = queue
    .selectFrom('graphile_worker._private_jobs')
    .select('id')
    .where('isAvailable', '=', sql.lit(true))
    .where('runAt', '>', ahead(seconds))
    .where('taskId', 'in', others)
    .limit(sql.lit(maxChanged))
    .forUpdate()
    .skipLocked()
  const { numUpdatedRows } = await queue
    .updateTable('graphile_worker._private_jobs')
    .set({ runAt: present })
    .where('id', 'in', far)
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}
