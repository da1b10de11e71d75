import { sql } from 'kysely'
import type { Db } from '../db.ts'
import type { ExternalWriteRow } from '../schema/external-write.ts'
import { hasRows } from '../statements/results.ts'
import { statement } from '../statements/statement.ts'

const unqueued = ['id', 'kind', 'organizationId', 'platform', 'payload'] as const

/** A write for which the caller has to queue a job. It replaces a job of the write that is queued for a later time. */
export type UnqueuedWrite = Pick<ExternalWriteRow, (typeof unqueued)[number]>

const isIdle = 'running_since is null and wake_at is not null'
const waits = `not queued and ${isIdle}`
const isDueInQueue = `queued and running_since is null and wake_at <= $1`

/** Returns whether there is a due write without a job in the queue. */
export function hasWaitingWrites(db: Db, now: Date): Promise<boolean> {
  const unqueued = db.kysely.selectFrom('externalWrite').where(sql<boolean>`not queued and running_since is null`)
  return hasRows(unqueued.where('wakeAt', '<=', now))
}

/**
 * Returns the common table expression `pair` of a recursive query: the pairs of a network and an organization with rows
 * of a table that match a condition, each found through an index.
 */
export function pairsIn(table: 'external_write' | 'schedule', condition: string): string {
  return `pair as (
    (select platform, organization_id from ${table} where ${condition} order by platform, organization_id limit 1)
    union all
    select following.platform, following.organization_id from pair cross join lateral (
      select platform, organization_id from ${table}
      where ${condition} and (platform, organization_id) > (pair.platform, pair.organization_id)
      order by platform, organization_id limit 1) as following
  )`
}

const waitingPairs = pairsIn('external_write', waits)

/**
 * Returns, as a table expression, the pairs of a network and an organization with external writes that are due at `now`
 * and have no job yet, because the queue has no place for them.
 */
export const dueWaitingPairs = (now: Date) =>
  sql<Pick<ExternalWriteRow, 'platform' | 'organizationId'>>`(
    with recursive ${sql.raw(waitingPairs)} select platform, organization_id from pair where exists (
      select from external_write where ${sql.raw(waits)} and wake_at <= ${now}
        and platform = pair.platform and organization_id = pair.organization_id))`

/**
 * Marks due writes without a job as queued, up to `$2` per network and organization, and returns them; `$1` is the
 * current time. The places of a network go to the organizations with the fewest jobs in the queue. An organization
 * without any job for a network always gets one place.
 */
const takeWaiting = statement<UnqueuedWrite>(`
  with recursive ${waitingPairs}, network as (
    select platform, (select count(*) from (
      select from external_write where ${isDueInQueue} and platform = name.platform limit $2) as job) as used
    from (select distinct platform from pair) as name
  ), candidate as (
    select waiting.id, pair.platform, network.used, waiting.wake_at,
      own.used + row_number() over (partition by pair.platform, pair.organization_id order by waiting.wake_at) as rank
    from pair join network using (platform)
    cross join lateral (select count(*) as used from (
      select from external_write
      where ${isDueInQueue} and platform = pair.platform and organization_id = pair.organization_id limit $2) as job
    ) as own
    cross join lateral (
      select id, wake_at from external_write
      where ${waits} and wake_at <= $1 and platform = pair.platform and organization_id = pair.organization_id
      order by wake_at
      limit greatest(least($2 - own.used, $2 - network.used), case when own.used = 0 then 1 else 0 end)) as waiting
  ), place as (
    select id, rank, used + row_number() over (partition by platform order by rank, wake_at) as number from candidate
  )
  update external_write as write set queued = true from place
  where write.id = place.id and (place.rank = 1 or place.number <= $2)
    and not write.queued and write.running_since is null and write.wake_at is not null
  returning write.id, write.kind, write.organization_id, write.platform, write.payload`)

/**
 * Marks due writes without a job as queued and returns them, as many as bring the due jobs of each network to
 * `tx.maxQueued`. Organizations with the fewest jobs go first; an organization without a job for the network always
 * gets one, even above the limit. The caller queues their jobs in the same transaction, and must hold a lock in it
 * (`tryLockUntilEnd`), so that two processes do not exceed the limit.
 */
export async function takeWaitingWrites(tx: Db, now: Date): Promise<UnqueuedWrite[]> {
  const off = (setting: string) => sql`set_config(${sql.lit(setting)}, 'off', true)`.as(setting)
  await tx.kysely.selectNoFrom([off('jit'), off('enable_seqscan')]).execute()
  return takeWaiting(tx, [now, tx.maxQueued])
}

/**
 * Marks writes whose job has been lost as queued, and returns them. Either the process that ran the write stopped
 * extending its lease; the next claim then counts a crash. Or the write is marked as queued, but the queue has no job
 * for it that a worker can take; its `crashCount` is then set to 1 if it was 0. Does not take writes that wait for a
 * place in the queue. The caller queues their jobs in the same transaction.
 * @param before only writes that should have been resumed, or whose lease ended, before this time
 * @param max the maximum number, the oldest first
 */
export function takeLostWrites(tx: Db, { before, max }: { before: Date; max: number }): Promise<UnqueuedWrite[]> {
  const job = sql`select from graphile_worker._private_jobs as job
    where job.key = 'write:' || external_write.id
      and (job.is_available or job.locked_at > now() - interval '1 minute')`
  const lost = tx.kysely
    .selectFrom('externalWrite')
    .select('id')
    .where('wakeAt', '<', before)
    .where(sql<boolean>`(running_since is not null or queued and not exists (${job}))`)
    .orderBy('wakeAt')
    .limit(max)
  // A claim counts the crash of a process that had claimed it. Of others, a process may have died before.
  const crashCount = sql<number>`case when running_since is null then greatest(crash_count, 1) else crash_count end`
  const requeued = tx.kysely.updateTable('externalWrite').set({ queued: true, crashCount }).where('id', 'in', lost)
  return requeued.returning(unqueued).execute()
}

/** The maximum number of writes of an account that one call of `wakeRetryingWrites` makes due. */
const maxWoken = 500

/**
 * Takes up to 500 open writes of an account that wait to be repeated after a failure, makes them due at once, and
 * returns them. The caller queues their jobs in the same transaction. Writes that wait for a place in the queue, and
 * those that another transaction has locked, are left out.
 */
export function wakeRetryingWrites(
  tx: Db,
  { accountId, now }: { accountId: string; now: Date },
): Promise<UnqueuedWrite[]> {
  const isRetrying = sql<boolean>`running_since is null and queued and step_retries > 0`
  const writes = tx.kysely.selectFrom('externalWrite').where('accountId', '=', accountId).where('wakeAt', '>', now)
  const retrying = writes.where(isRetrying).orderBy('wakeAt').limit(sql.lit(maxWoken))
  const some = retrying.select('id').forUpdate().skipLocked()
  const woken = tx.kysely.updateTable('externalWrite').set({ wakeAt: now }).where('id', 'in', some)
  return woken.returning(unqueued).execute()
}

/**
 * Marks the open writes of a database that was restored from a backup, so that their effects are only looked for at the
 * networks: no call that cannot be repeated is made for them any more. Writes that are not due yet cannot have been
 * sent and are not marked. Returns the number of marked writes.
 * @param from when the backup was begun
 * @param now a time at which the lost installation no longer ran
 */
export async function markRestoredWrites(db: Db, { from, now }: { from: Date; now: Date }): Promise<number> {
  const { numUpdatedRows } = await db.kysely
    .updateTable('externalWrite')
    .set({ restoredFrom: from, changesLostAt: now })
    .where('wakeAt', 'is not', null)
    .where(({ eb, or }) => or([eb('dueAt', 'is', null), eb('dueAt', '<=', now)]))
    .executeTakeFirst()
  return Number(numUpdatedRows)
}
