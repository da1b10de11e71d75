import { sql } from 'kysely'
import type { Db, Tx } from '../db.ts'
import type { ScheduleRow } from '../schema/schedule.ts'
import { firstIdOf } from '../statements/first-id.ts'
import { countRows } from '../statements/results.ts'
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
export function countPostsBefore(
  db: Db,
  row: Due & Pick<ScheduleRow, 'accountId'>,
  { since, max }: Counting,
): Promise<number> {
  const posts = sql`
    (select from schedule where account_id = ${row.accountId} and ${earlier(row, since)} limit ${max})
    union all
    (select from external_write where account_id = ${row.accountId} and kind = 'publish'
      and id >= ${firstIdOf(since)}::uuid and status <> 'failed' limit ${max})`
  return countRows(db, posts)
}

/**
 * Counts, up to `max`, the schedules of all accounts on the platform of a schedule that are due after `since` and
 * before that schedule and still have the status `scheduled`.
 */
export function countSchedulesBefore(
  db: Db,
  row: Due & Pick<ScheduleRow, 'platform'>,
  { since, max }: Counting,
): Promise<number> {
  const schedules = sql`select from schedule where platform = ${row.platform} and ${earlier(row, since)} limit ${max}`
  return countRows(db, schedules)
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
  const open = sql`array(select id from schedule
    where organization_id = ${organizationId} and status in ('scheduled', 'held') and id <> ${exceptId}::uuid)`
  const files = tx.kysely.selectFrom('mediaFile').where(sql<boolean>`schedule_id = any(${open})`)
  const total = files.select(({ fn }) => fn.sum<string | null>('bytes').as('bytes'))
  return Number((await total.executeTakeFirstOrThrow()).bytes)
}
