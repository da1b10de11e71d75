import { profilesOf, type ScheduleStatus, type Scope } from '@carillon/domain'
import { ServiceError } from '@carillon/errors'
import { sql } from 'kysely'
import { violatesForeignKey } from '../connection/errors.ts'
import { type Db, type LockedFirst, type Tx, transactionInTurn } from '../db.ts'
import type { BudgetTake, ExternalWriteRow } from '../schema/external-write.ts'
import type { MediaFileRow } from '../schema/media-file.ts'
import type { NewSchedule, ScheduleChanges, ScheduleRow } from '../schema/schedule.ts'
import { matching } from '../statements/matching.ts'
import { ofProfiles } from '../statements/of-profiles.ts'
import { utcDayOf } from './key-budget.ts'
import type { ListPage } from './list-page.ts'
import { insertMediaFiles } from './media-file.ts'
import { afterStoring, isInTime } from './write-deadline.ts'

/** The row of a file that belongs to a schedule until its publish exists. */
export type ScheduledFileRow = MediaFileRow & { scheduleId: string }

/**
 * Uses one unit of a budget for the UTC day `due`, on which the schedule `id` is due. Returns the columns of the
 * schedule that record this.
 * @throws an error that `exhaustedBudget` or `isKeyOfBudgetDeleted` recognizes
 */
async function takeBudget(tx: Tx, id: string, { keyId, budget }: BudgetTake, due: Date) {
  const keyIds = sql<string[]>`take_key_budget(${keyId}::uuid, ${budget}, ${utcDayOf(due)}::date, ${id}::uuid)`
  const { taken } = await tx.kysely.selectNoFrom(keyIds.as('taken')).executeTakeFirstOrThrow()
  return { budget, budgetKeyIds: taken, budgetDay: utcDayOf(due) }
}

/**
 * Refunds the unit of a budget that a schedule has used, because it will not be sent on that day. Does nothing if it
 * has used none.
 */
async function giveBackBudget(tx: Tx, { budget, budgetKeyIds, budgetDay }: ScheduleRow): Promise<void> {
  if (budget === null || budgetKeyIds === null || budgetDay === null) return
  const own = sql<boolean>`key_id = any(${budgetKeyIds}::uuid[]) and budget = ${budget} and day = ${budgetDay}::date`
  // Locked in the order of their keys, as taking does.
  await tx.kysely.selectFrom('keyBudgetUse').select('keyId').where(own).orderBy('keyId').forUpdate().execute()
  await tx.kysely.updateTable('keyBudgetUse').set({ used: sql`used - 1` }).where(own).where('used', '>', 0).execute()
}

/**
 * What is stored with a schedule, and the organization and `X-Request-Id` of the request that stores it.
 */
export interface ScheduleStorage {
  organizationId: string
  requestId: string
  files: readonly ScheduledFileRow[]
  /** The budget of which the schedule uses one unit, for the UTC day on which it is due; undefined for none. */
  takes: BudgetTake | undefined
  /** The time after which the schedule is no longer stored; undefined for no such time. */
  storeBefore: Date | undefined
  /** What the transaction locks first; undefined if it locks nothing that others lock as well. */
  locked?: LockedFirst | undefined
}

/**
 * Reads the status of an account, which is neither changed nor deleted until the transaction ends; undefined if it does
 * not exist. Its organization is locked first, as by transactions that connect accounts.
 */
async function keepStatus(tx: Tx, { organizationId, accountId }: Pick<NewSchedule, 'organizationId' | 'accountId'>) {
  const organization = tx.kysely.selectFrom('organization').select('id').where('id', '=', organizationId)
  await organization.forKeyShare().execute()
  const account = tx.kysely.selectFrom('account').select('status').where('id', '=', accountId)
  return (await account.forShare().executeTakeFirst())?.status
}

/**
 * Stores a schedule with its files, in one transaction. If its account has expired since it was read, the schedule is
 * checked for problems at once.
 * @param rowIn builds the row in the transaction
 * @throws ServiceError `deadline_passed` if `storeBefore` has passed by the database's clock, `account_not_found` if
 *   the account has been disconnected since it was read; an error that `exhaustedBudget` recognizes if the budget is
 *   used up, or that `isKeyOfBudgetDeleted` or `isKeyOfScheduleDeleted` recognizes if the API key of the budget or of
 *   the schedule has been deleted
 */
export function insertSchedule(
  db: Db,
  rowIn: (tx: Tx) => Promise<NewSchedule>,
  { files, takes, storeBefore, locked, ...request }: ScheduleStorage,
): Promise<ScheduleRow> {
  return transactionInTurn(db, locked, async (tx) => {
    if (storeBefore && !(await isInTime(tx, request, storeBefore))) throw new ServiceError('deadline_passed')
    const row = await rowIn(tx)
    const status = await keepStatus(tx, row)
    if (status === undefined) throw new ServiceError('account_not_found', 'The account was disconnected meanwhile.')
    const lookAt = status === 'expired' ? row.createdAt : row.lookAt
    const taken = takes && (await takeBudget(tx, row.id, takes, row.dueAt))
    const stored = await tx.kysely
      .insertInto('schedule')
      .values({ ...row, ...taken, lookAt })
      .returningAll()
      .executeTakeFirstOrThrow()
    await insertMediaFiles(tx, files)
    return stored
  })
}

/** Returns whether a schedule was not stored because its API key has been deleted. */
export const isKeyOfScheduleDeleted = (thrown: unknown): boolean => violatesForeignKey(thrown, 'schedule_key_id_fkey')

/** Returns a query of schedules. */
export function selectSchedules(db: Db) {
  return db.kysely.selectFrom('schedule').selectAll()
}

function reachable(db: Db, scope: Scope) {
  return selectSchedules(db)
    .where('organizationId', '=', scope.organizationId)
    .where(ofProfiles(profilesOf(scope)))
}

/** Reads a schedule within a scope; undefined if none exists. */
export function findSchedule(db: Db, scope: Scope, id: string): Promise<ScheduleRow | undefined> {
  return reachable(db, scope).where('id', '=', id).executeTakeFirst()
}

/** Reads a schedule of any organization, for jobs; undefined if it has been purged. */
export function readSchedule(db: Db, id: string): Promise<ScheduleRow | undefined> {
  return selectSchedules(db).where('id', '=', id).executeTakeFirst()
}

/** Selects a page of schedules; absent fields select all. */
export interface ScheduleFilter extends ListPage {
  /**
   * Only schedules that the request with this `X-Request-Id` created. The list waits for schedules that this request is
   * still storing.
   */
  requestId?: string
  profileId?: string
  accountId?: string
  status?: ScheduleStatus
  /** Only the schedule that became this publish. */
  publishId?: string
  /** Only schedules that are due at this time or later. */
  from?: Date
  /** Only schedules that are due before this time. */
  to?: Date
  limit: number
}

/** Returns a page of the schedules within a scope, in the order in which they are due. */
export function listSchedules(db: Db, scope: Scope, filter: ScheduleFilter): Promise<ScheduleRow[]> {
  const { requestId } = filter
  if (requestId === undefined) return readPage(db, scope, filter)
  const request = { organizationId: scope.organizationId, requestId }
  return afterStoring(db, request, (tx) => readPage(tx, scope, filter))
}

function readPage(db: Db, scope: Scope, filter: ScheduleFilter): Promise<ScheduleRow[]> {
  const { requestId, profileId, accountId, status, publishId, from, to, after, limit } = filter
  let query = reachable(db, scope).where(matching<'schedule'>({ requestId, profileId, accountId, status }))
  if (publishId !== undefined) {
    query = query.where('id', '=', (write) =>
      write.selectFrom('externalWrite').select('scheduleId').where('id', '=', publishId),
    )
  }
  if (from !== undefined) query = query.where('dueAt', '>=', from)
  if (to !== undefined) query = query.where('dueAt', '<', to)
  if (after) query = query.where(sql<boolean>`(due_at, id) > (${after.at}::timestamptz, ${after.id}::uuid)`)
  return query.orderBy('dueAt').orderBy('id').limit(limit).execute()
}

/** The changes of files and budgets that are stored together with a change of a schedule; absent fields are kept. */
export interface ChangedWithSchedule {
  /** The files that replace those of the schedule; absent to keep these. */
  files?: readonly ScheduledFileRow[]
  /**
   * `give-back` refunds the budget that the schedule has used. An object refunds it as well, and uses one unit of the
   * budget `takes` (undefined for none) on the UTC day of `due`. Absent to change nothing.
   */
  budget?: 'give-back' | { takes: BudgetTake | undefined; due: Date }
}

/**
 * Changes a schedule. Returns the changed row. Returns undefined, without a change, if `row` is out of date: since it
 * was read, the schedule was changed or deleted, its API key was deleted, or a change of its account set `lookAt`, so
 * that the schedule is checked again.
 * @throws an error that `exhaustedBudget` recognizes if a newly used budget is used up, or that `isKeyOfBudgetDeleted`
 *   recognizes if its API key has been deleted
 */
export async function changeSchedule(
  tx: Tx,
  row: ScheduleRow,
  changes: ScheduleChanges,
  { files, budget }: ChangedWithSchedule = {},
): Promise<ScheduleRow | undefined> {
  const changed = await tx.kysely
    .updateTable('schedule')
    .set({ ...changes, version: row.version + 1 })
    .where(matching<'schedule'>({ id: row.id, version: row.version }))
    .where(sql<boolean>`look_at is not distinct from ${row.lookAt}::timestamptz`)
    .where(sql<boolean>`key_id is not distinct from ${row.keyId}::uuid`)
    .returningAll()
    .executeTakeFirst()
  if (changed === undefined) return undefined
  if (files) {
    await tx.kysely.deleteFrom('mediaFile').where('scheduleId', '=', row.id).execute()
    await insertMediaFiles(tx, files)
  }
  return budget === undefined ? changed : changeBudget(tx, changed, budget)
}

async function changeBudget(tx: Tx, row: ScheduleRow, budget: NonNullable<ChangedWithSchedule['budget']>) {
  const { takes, due } = budget === 'give-back' ? { takes: undefined, due: row.dueAt } : budget
  const take = () => takes && takeBudget(tx, row.id, takes, due)
  // The earlier day first, so that two schedules which change their days never wait for each other.
  const taken = row.budgetDay !== null && utcDayOf(due) < row.budgetDay ? await take() : undefined
  await giveBackBudget(tx, row)
  const none = { budget: null, budgetKeyIds: null, budgetDay: null }
  return tx.kysely
    .updateTable('schedule')
    .set(taken ?? (await take()) ?? none)
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/**
 * Deletes an external write if it has not been changed since it was read. Call it only for a write of which nothing was
 * sent. Returns the schedule that had become the write: it is `scheduled` again and has its files. Returns undefined,
 * without a change, if the write was changed.
 * @throws Error if the write did not come from a schedule
 */
export async function withdrawWrite(
  tx: Tx,
  { id, version, scheduleId }: Pick<ExternalWriteRow, 'id' | 'version' | 'scheduleId'>,
): Promise<ScheduleRow | undefined> {
  const locked = await tx.kysely
    .selectFrom('externalWrite')
    .select('id')
    .where(matching<'externalWrite'>({ id, version }))
    .forUpdate()
    .executeTakeFirst()
  if (!locked) return undefined
  // Before the write is deleted, because its files are deleted with it.
  await tx.kysely.updateTable('mediaFile').set({ writeId: null, scheduleId }).where('writeId', '=', id).execute()
  await tx.kysely.deleteFrom('externalWriteAttempt').where('writeId', '=', id).execute()
  await tx.kysely.deleteFrom('externalWrite').where('id', '=', id).execute()
  return tx.kysely
    .updateTable('schedule')
    .set({ status: 'scheduled', writeId: null, version: sql`version + 1` })
    .where('writeId', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}
