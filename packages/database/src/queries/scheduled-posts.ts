import { sql } from 'kysely'
import type { Db, Tx } from '../db.ts'
import type { ScheduleRow } from '../schema/schedule.ts'
import { firstIdOf } from '../statements/first-id.ts'
import { holdOrganization } from './organization.ts'

type Due = Pick<ScheduleRow, 'id' | 'dueAt'>

interface Counting {
  /** The beginning of the period, which ends when the schedule is due. */
  since: Date
  /** The number at which counting stops. */
  max: number
}

const earlier = ({ id, dueAt }: Due, since: Date) =>
  sql`status = 'scheduled' and due_at > ${since} and (due_at, id) < (${dueAt}, ${id}::uuid)`

/**
 * Counts the posts of an account in the period before a schedule is due: the publishes created since `since` that have
 * not failed, and the schedules due before this one. Counting stops at `max` for each of the two, so that the result
 * can be up to twice as much.
 */
export async function countPostsBefore(
  db: Db,
  row: Due & Pick<ScheduleRow, 'accountId'>,
  { since, max }: Counting,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      (select from schedule where account_id = ${row.accountId} and ${earlier(row, since)} limit ${max})
      union all
      (select from external_write where account_id = ${row.accountId} and kind = 'publish'
        and id >= ${firstIdOf(since)}::uuid and status <> 'failed' limit ${max})
    ) as post`.execute(db.kysely)
  return rows[0]?.count ?? 0
}

/**
 * Counts, up to `max`, the schedules of all accounts on the platform of a schedule that are due after `since` and
 * before that schedule and still have the status `scheduled`.
 */
export async function countSchedulesBefore(
  db: Db,
  row: Due & Pick<ScheduleRow, 'platform'>,
  { since, max }: Counting,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select from schedule where platform = ${row.platform} and ${earlier(row, since)} limit ${max}
    ) as post`.execute(db.kysely)
  return rows[0]?.count ?? 0
}

/**
 * Returns the total size in bytes of the media files of an organization's schedules that are `scheduled` or `held`,
 * without those of the schedule `exceptId`. Until the transaction ends, other calls for the organization wait, so that
 * none returns the same total before the caller has stored the files of its schedule.
 */
export async function lockScheduledBytes(
  tx: Tx,
  { organizationId, exceptId }: { organizationId: string; exceptId: string },
): Promise<number> {
  await holdOrganization(tx, organizationId)
  // The planner does not know the size of the array, so that it always reads the files by the index on schedule_id: in
  // one sorted pass, which takes half the time of a join or less.
  const { rows } = await sql<{ bytes: string }>`
    select coalesce(sum(bytes), 0) as bytes from media_file where schedule_id = any(array(
      select id from schedule
      where organization_id = ${organizationId} and status in ('scheduled', 'held') and id <> ${exceptId}::uuid))`.execute(
    tx.kysely,
  )
  return Number(rows[0]?.bytes)
}
