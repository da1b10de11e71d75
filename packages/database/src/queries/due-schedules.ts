import { sql } from 'kysely'
import { type Db, type Tx, transaction } from '../db.ts'
import type { ScheduleRow } from '../schema/schedule.ts'
import { matching } from '../statements/matching.ts'
import { countRows, hasRows } from '../statements/results.ts'
import { selectSchedules } from './schedule.ts'
import { dueWaitingPairs, pairsIn } from './waiting-writes.ts'

/** The maximum number of seconds over which the schedules of one minute are spread. */
const maxSpreadSeconds = 50
/** The number of schedules of an organization and network that start per second. */
const startsPerSecond = 8
const maxCounted = maxSpreadSeconds * startsPerSecond

/**
 * Sets the start of up to `max` schedules that have no start yet and are due at `until` or earlier, the earliest first.
 * A schedule starts when it is due, or up to 50 s later: of the schedules of an organization on one network that are
 * due in the same minute, about 8 start per second, or more than 8 if there are more than 400. Returns the number of
 * schedules that got a start.
 */
export async function planStarts(db: Db, { until, max }: { until: Date; max: number }): Promise<number> {
  const isUnplanned = sql<boolean>`schedule.status = 'scheduled' and schedule.start_at is null`
  const unplanned = db.kysely.selectFrom('schedule').where(isUnplanned).where('dueAt', '<=', until)
  const minute = sql<Date>`date_trunc('minute', due_at, 'UTC')`.as('minute')
  const due = unplanned.select(['id', 'organizationId', 'platform', minute]).orderBy('dueAt').limit(max)
  const isInMinute = sql<boolean>`other.organization_id = due.organization_id and other.platform = due.platform
    and other.due_at >= due.minute and other.due_at < due.minute + interval '1 minute'
    and other.status in ('scheduled', 'taken', 'published', 'failed', 'unknown')`
  const others = db.kysely.selectFrom('schedule as other').where(isInMinute).limit(maxCounted)
  const group = ['due.organizationId', 'due.platform', 'due.minute'] as const
  const startAt = sql<Date>`schedule.due_at + make_interval(secs => (number - 1)::float8 / ${startsPerSecond}
    * ((hashtext(schedule.id::text)::bigint + 2147483648) / 4294967296.0))`
  const { numUpdatedRows } = await db.kysely
    .with('due', () => due)
    .with('counted', (query) => {
      const number = query.selectFrom(others.as('other')).select(({ fn }) => fn.countAll<number>().as('number'))
      return query.selectFrom('due').select(group).select(number.as('number')).groupBy(group)
    })
    .updateTable('schedule')
    .from('due')
    .innerJoin('counted as c', (on) =>
      on.on(({ eb, refTuple }) => eb(refTuple('c.organizationId', 'c.platform', 'c.minute'), '=', refTuple(...group))),
    )
    .set({ startAt })
    .whereRef('schedule.id', '=', 'due.id')
    .where(isUnplanned)
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}

/**
 * Has the transaction read rows in the order of an index. Otherwise all schedules of an organization could be read and
 * sorted, of which only the first are needed.
 */
async function readByIndex(tx: Tx): Promise<void> {
  const off = (setting: string) => sql`set_config(${sql.lit(setting)}, 'off', true)`.as(setting)
  await tx.kysely.selectNoFrom([off('enable_bitmapscan'), off('enable_seqscan'), off('jit')]).execute()
}

const isPlanned = `status = 'scheduled' and start_at is not null`

/** The number up to which the schedules of an organization and network are counted. */
const maxRanked = 5_000

/**
 * Returns up to `max` schedules whose start has come, except those of an organization and network with due writes that
 * wait for a place in the queue. Organizations and networks take turns, so that none delays the others. An organization
 * with twice as many schedules on a network that start now or within seconds has half as many turns, so that those with
 * few schedules are soon done.
 */
export function listStarting(db: Db, { now, max }: { now: Date; max: number }): Promise<ScheduleRow[]> {
  const ofPair = sql.raw(
    `from schedule where ${isPlanned} and platform = free.platform and organization_id = free.organization_id`,
  )
  const ranked = sql<{ id: string; startAt: Date; turn: number }>`(
    with recursive ${sql.raw(pairsIn('schedule', isPlanned))}, free as materialized (
      select * from pair except select platform, organization_id from ${dueWaitingPairs(now)} as waiting
    )
    select own.id, own.start_at, counted.number * own.place as turn from free
    cross join lateral (
      select count(*) as number from (select ${ofPair} limit ${sql.lit(maxRanked)}) as planned) as counted
    cross join lateral (
      select id, start_at, row_number() over (order by start_at, id) as place from (
        select id, start_at ${ofPair} and start_at <= ${now} order by start_at limit ${max}) as started) as own
    order by turn, start_at limit ${max}
  )`
  return transaction(db, async (tx) => {
    await readByIndex(tx)
    const schedules = tx.kysely.selectFrom(ranked.as('ranked')).innerJoin('schedule', 'schedule.id', 'ranked.id')
    return schedules.selectAll('schedule').orderBy('turn').orderBy('ranked.startAt').execute()
  })
}

/** Returns whether there are schedules whose start has come, including those that `listStarting` leaves out. */
export function hasStarting(db: Db, now: Date): Promise<boolean> {
  return hasRows(db.kysely.selectFrom('schedule').where(sql<boolean>`status = 'scheduled'`).where('startAt', '<=', now))
}

/**
 * Returns up to `max` schedules, in no particular order, that are still `scheduled` although their API key was deleted.
 */
export function listKeyless(db: Db, max: number): Promise<ScheduleRow[]> {
  return selectSchedules(db).where('status', '=', 'scheduled').where('keyId', 'is', null).limit(max).execute()
}

const isLookedAt = `status in ('scheduled', 'held') and look_at is not null`

/** The number of schedules to check from which on organizations and networks take turns. */
const manyToLookAt = 1_000

/** Returns a query for the ids of up to `max` schedules to check, as organizations and networks take turns. */
const toLookAtInTurn = (now: Date, max: number) => sql<string>`
  with recursive ${sql.raw(pairsIn('schedule', isLookedAt))}
  select own.id from pair cross join lateral (
    select id, look_at, row_number() over (order by look_at) as place from (
      select id, look_at from schedule where ${sql.raw(isLookedAt)} and look_at <= ${now}
        and platform = pair.platform and organization_id = pair.organization_id
      order by look_at limit ${max}) as longest) as own
  order by place, look_at limit ${max}`

/**
 * Takes up to `max` schedules (`scheduled` or `held`) that have to be checked for problems, such as an expired account,
 * at `now`: 24 hours and one hour before they are due, and at once when their account has changed. Takes the schedules
 * that have waited longest, of 1,000 or more those of each organization and network, so that one with many does not
 * delay the others. Returns them in no particular order; schedules that another transaction has locked are left for a
 * later call. Each taken schedule is checked again at `until`, unless the check stores another `lookAt`. If
 * its account changes meanwhile, a trigger sets `lookAt`, so that it is checked again at once and `changeSchedule` with
 * the returned row changes nothing.
 */
export function takeToLookAt(
  db: Db,
  { now, until, max }: { now: Date; until: Date; max: number },
): Promise<ScheduleRow[]> {
  return transaction(db, async (tx) => {
    await readByIndex(tx)
    const open = tx.kysely.selectFrom('schedule').select('id').where('status', 'in', ['scheduled', 'held'])
    const due = open.where('lookAt', '<=', now)
    const areMany = (await countRows(tx, due.limit(manyToLookAt))) === manyToLookAt
    const first = areMany
      ? due.where(sql<boolean>`id = any(array(${toLookAtInTurn(now, max)}))`)
      : due.orderBy('lookAt').limit(max)
    const isFirst = sql<boolean>`id = any(array(${first.forNoKeyUpdate().skipLocked()}))`
    return tx.kysely.updateTable('schedule').set({ lookAt: until }).where(isFirst).returningAll().execute()
  })
}

/**
 * Returns up to `max` schedules, in no particular order, that are still `scheduled` and whose time was computed from a
 * local time with older time zone rules than `rules`, to be computed again.
 * @param rules the current version of the time zone database, such as `2026a`
 */
export function listByOtherRules(db: Db, { rules, max }: { rules: string; max: number }): Promise<ScheduleRow[]> {
  return selectSchedules(db).where('status', '=', 'scheduled').where('zoneRules', '<', rules).limit(max).execute()
}

/**
 * Returns up to `max` schedules that are still `scheduled` although they were due at `before` or earlier, the earliest
 * first.
 */
export function listDueBefore(db: Db, { before, max }: { before: Date; max: number }): Promise<ScheduleRow[]> {
  // Two indexes have those without a start and the few with one, each in order.
  const due = sql`
    (select id from schedule where status = 'scheduled' and start_at is null and due_at <= ${before}
      order by due_at limit ${max})
    union all
    (select id from schedule where status = 'scheduled' and start_at is not null and due_at <= ${before}
      order by start_at limit ${max})`
  return selectSchedules(db)
    .where('status', '=', 'scheduled')
    .where(sql<boolean>`id = any(array(${due}))`)
    .orderBy('dueAt')
    .limit(max)
    .execute()
}

/** Returns up to `max` schedules with a status, newest first, of all organizations or of one, for operators. */
export function listSchedulesByStatus(
  db: Db,
  { status, organizationId, max }: { status: ScheduleRow['status']; organizationId?: string | undefined; max: number },
): Promise<ScheduleRow[]> {
  const query = selectSchedules(db).where(matching<'schedule'>({ status, organizationId }))
  return query.orderBy('id', 'desc').limit(max).execute()
}

/** The number of schedules that one statement deletes. */
const deletedAtOnce = 1_000

/**
 * Deletes the schedules of accounts, and the rows of their media files, except for files that belong to a publish;
 * 1,000 schedules in each transaction, so that no statement runs into its timeout. The files stay in the media store.
 */
export async function deleteSchedulesOf(db: Db, accountIds: readonly string[]): Promise<void> {
  if (accountIds.length === 0) return
  while ((await transaction(db, (tx) => deleteSomeOf(tx, accountIds))) === deletedAtOnce);
}

async function deleteSomeOf(tx: Tx, accountIds: readonly string[]): Promise<number> {
  const some = sql`array(select id from schedule where account_id = any(${accountIds}::uuid[]) limit ${deletedAtOnce})`
  const schedules = tx.kysely.deleteFrom('schedule').where(sql<boolean>`id = any(${some})`)
  const ids = (await schedules.returning('id').execute()).map(({ id }) => id)
  const files = tx.kysely.deleteFrom('mediaFile').where(sql<boolean>`schedule_id = any(${ids}::uuid[])`)
  await files.where('writeId', 'is', null).execute()
  return ids.length
}
