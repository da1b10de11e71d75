import { sql } from 'kysely'
import type { Db, Tx } from '../db.ts'
import type { ScheduleRow } from '../schema/schedule.ts'

const budgetDay = sql<string | null>`budget_day::text`.as('budgetDay')

/** The longest time, in seconds, over which the starts of a minute are spread. */
const maxSpreadSeconds = 50
/** How many schedules of an organization and network start per second. */
const startsPerSecond = 4
const maxCounted = maxSpreadSeconds * startsPerSecond

/**
 * Decides when schedules start that are nearly due: at their time, or, if an organization has several of a network in the
 * same minute, spread over as much of the minute as they need. The place of a schedule follows from its id.
 * Returns how many got a start.
 */
export async function planStarts(db: Db, { until, max }: { until: Date; max: number }): Promise<number> {
  const { numAffectedRows } = await sql`
    with due as (
      select id, organization_id, platform, date_trunc('minute', due_at, 'UTC') as minute from schedule
      where status = 'scheduled' and start_at is null and due_at <= ${until} order by due_at limit ${max}
    ), counted as (
      select organization_id, platform, minute, (
        select count(*) from (
          select from schedule as other
          where other.organization_id = due.organization_id and other.platform = due.platform
            and other.due_at >= due.minute and other.due_at < due.minute + interval '1 minute'
            and other.status in ('scheduled', 'taken', 'published', 'failed', 'unknown')
          limit ${maxCounted}) as same_minute) as number
      from due group by organization_id, platform, minute
    )
    update schedule set start_at = schedule.due_at + make_interval(
      secs => (number - 1)::float8 / ${startsPerSecond}
        * ((hashtext(schedule.id::text)::bigint + 2147483648) / 4294967296.0))
    from due join counted using (organization_id, platform, minute)
    where schedule.id = due.id and schedule.status = 'scheduled' and schedule.start_at is null`.execute(db.kysely)
  return Number(numAffectedRows ?? 0)
}

/** How many of the earliest starts are shared between organizations and networks. */
const candidates = 2_000

/**
 * Schedules whose start has come: those of each organization and network in their order, and one of each before the
 * second of any.
 */
export function listStarting(db: Db, { now, max }: { now: Date; max: number }): Promise<ScheduleRow[]> {
  const first = db.kysely
    .selectFrom('schedule')
    .select(['id', 'startAt', 'organizationId', 'platform'])
    .where('status', '=', 'scheduled')
    .where('startAt', '<=', now)
    .orderBy('startAt')
    .limit(candidates)
    .as('first')
  const ranked = db.kysely
    .selectFrom(first)
    .select([
      'id',
      'startAt',
      sql<number>`row_number() over (partition by organization_id, platform order by start_at, id)`.as('rank'),
    ])
    .as('ranked')
  return db.kysely
    .selectFrom(ranked)
    .innerJoin('schedule', 'schedule.id', 'ranked.id')
    .selectAll('schedule')
    .select(budgetDay)
    .orderBy('ranked.rank')
    .orderBy('ranked.startAt')
    .limit(max)
    .execute()
}

/** The schedules of a deleted key that are still scheduled. */
export function listKeyless(db: Db, max: number): Promise<ScheduleRow[]> {
  return db.kysely
    .selectFrom('schedule')
    .selectAll()
    .select(budgetDay)
    .where('status', '=', 'scheduled')
    .where('keyId', 'is', null)
    .limit(max)
    .execute()
}

/** Schedules that have to be looked at before they are due, or because their account has changed. */
export function listToLookAt(db: Db, { now, max }: { now: Date; max: number }): Promise<ScheduleRow[]> {
  return db.kysely
    .selectFrom('schedule')
    .selectAll()
    .select(budgetDay)
    .where('status', 'in', ['scheduled', 'held'])
    .where('lookAt', '<=', now)
    .orderBy('lookAt')
    .limit(max)
    .execute()
}

/** Schedules in a zone whose times were computed by other rules than these. */
export function listByOtherRules(db: Db, { rules, max }: { rules: string; max: number }): Promise<ScheduleRow[]> {
  return db.kysely
    .selectFrom('schedule')
    .selectAll()
    .select(budgetDay)
    .where('status', '=', 'scheduled')
    .where('zoneRules', '<', rules)
    .limit(max)
    .execute()
}

/** Schedules that were due at a time and have not been taken, oldest first. */
export function listDueBefore(db: Db, { before, max }: { before: Date; max: number }): Promise<ScheduleRow[]> {
  return db.kysely
    .selectFrom('schedule')
    .selectAll()
    .select(budgetDay)
    .where('status', '=', 'scheduled')
    .where('dueAt', '<=', before)
    .orderBy('dueAt')
    .limit(max)
    .execute()
}

/** A page of schedules of all organizations with a status, for operators. */
export function listSchedulesByStatus(
  db: Db,
  { status, organizationId, max }: { status: ScheduleRow['status']; organizationId?: string | undefined; max: number },
): Promise<ScheduleRow[]> {
  const query = db.kysely.selectFrom('schedule').selectAll().select(budgetDay).where('status', '=', status)
  const own = organizationId === undefined ? query : query.where('organizationId', '=', organizationId)
  return own.orderBy('id', 'desc').limit(max).execute()
}

/** Deletes the schedules of accounts with their files' rows. */
export async function deleteSchedulesOf(tx: Tx, accountIds: readonly string[]): Promise<void> {
  if (accountIds.length === 0) return
  const of = sql<boolean>`account_id = any(${accountIds}::uuid[])`
  const deleted = await tx.kysely.deleteFrom('schedule').where(of).returning('id').execute()
  const ids = deleted.map(({ id }) => id)
  await tx.kysely
    .deleteFrom('mediaFile')
    .where('writeId', 'is', null)
    .where(sql<boolean>`schedule_id = any(${ids}::uuid[])`)
    .execute()
}
