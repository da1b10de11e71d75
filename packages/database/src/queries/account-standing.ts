import { type ExpiredReason, type SetupStep, setupSteps } from '@carillon/domain'
import { sql } from 'kysely'
import type { Db } from '../db.ts'
import type { AccountRow } from '../schema/account.ts'
import { holdAccount } from './accounts-of-users.ts'

/**
 * Returns the SQL condition, for a statement on `account`, that a network's report is about the account's current
 * credentials: their `refreshedAt` is before `reportedAt` or less than a second after it, as reports have whole
 * seconds. True for an account without credentials, and if `reportedAt` is undefined.
 */
function isReportedSince(reportedAt: Date | undefined) {
  if (reportedAt === undefined) return sql<boolean>`true`
  return sql<boolean>`not exists (
    select from credential
    where account_id = account.id and refreshed_at >= ${reportedAt}::timestamptz + interval '1 second')`
}

/**
 * Returns the SQL condition, for a statement on `account`, that no credentials of the account are stored that are newer
 * than those of `generation`. True if `generation` is undefined.
 */
function isOfGeneration(generation: number | undefined) {
  if (generation === undefined) return sql<boolean>`true`
  return sql<boolean>`not exists (
    select from credential where account_id = account.id and generation > ${generation})`
}

/** A new status of an account. */
interface StatusChange {
  status: AccountRow['status']
  reason?: ExpiredReason | null
  /** The current time, stored as `updatedAt`. */
  at: Date
  reportedAt?: Date | undefined
  generation?: number | undefined
}

/**
 * Sets the status of an account and, as `reason` (null if absent), why it expired. Returns false, without a change, if
 * the account does not exist or already has the status. Likewise if the change is about earlier credentials: the stored
 * ones have a higher generation than `generation`, or their `refreshedAt` is a second or more after `reportedAt`, the
 * time of the network's report. Call it in a transaction: it waits for a transaction that is storing an authorization
 * of the account.
 */
export async function setAccountStatus(db: Db, id: string, change: StatusChange): Promise<boolean> {
  const { status, reason = null, at, reportedAt, generation } = change
  await holdAccount(db, id)
  const { numUpdatedRows } = await db.kysely
    .updateTable('account')
    .set({ status, expiredReason: reason, updatedAt: at })
    .where('id', '=', id)
    .where('status', '!=', status)
    .where(isReportedSince(reportedAt))
    .where(isOfGeneration(generation))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/**
 * Stores the restriction of an account that a network has reported, by the network's name of it; an empty string if it
 * was lifted. The report with the latest time wins, in whatever order reports arrive; of two with the same time, a
 * restriction wins over its end. Returns whether the restriction has changed; false also if the account does not exist.
 * @param since the time of the report
 * @param at the current time, stored as `updatedAt`
 */
export async function noteRestriction(
  db: Db,
  id: string,
  { restriction, since, at }: { restriction: string; since: Date; at: Date },
): Promise<boolean> {
  const isLater = sql<boolean>`(coalesce(restriction_at, '-infinity'), coalesce(account.restriction, ''))
    < (${since}::timestamptz, ${restriction}::text)`
  const before = db.kysely.selectFrom('account').select('restriction').where('id', '=', id).forUpdate()
  const rows = await db.kysely
    .updateTable('account')
    .from(before.as('before'))
    .set({ restriction, restrictionAt: since, updatedAt: at })
    .where('account.id', '=', id)
    .where(isLater)
    .returning(sql<boolean>`coalesce(before.restriction, '') <> account.restriction`.as('changed'))
    .execute()
  return rows.some(({ changed }) => changed)
}

/**
 * Stores that the network rejected a message of the account at `failedAt` because a payment method is missing. A later
 * stored time is kept. Does nothing if the account does not exist, or if its credentials were stored, by an
 * authorization or a token refresh, a second or more after `failedAt`. Call it in a transaction: it waits for a
 * transaction that is storing an authorization of the account.
 */
export async function notePaymentFailure(db: Db, id: string, failedAt: Date): Promise<void> {
  await holdAccount(db, id)
  const latest = sql<Date>`greatest(payment_failed_at, ${failedAt}::timestamptz)`
  const change = db.kysely.updateTable('account').set({ paymentFailedAt: latest }).where('id', '=', id)
  await change.where(isReportedSince(failedAt)).execute()
}

const paidSince = sql<boolean>`exists (
  select from message_status as s join message as m using (account_id, provider_id)
  where s.account_id = account.id and m.type = 'template' and s.status in ('delivered', 'read')
    and s.occurred_at > account.payment_failed_at)`

/**
 * Removes the stored time at which a message of an account was last rejected for a missing payment method
 * (`paymentFailedAt`), if a template message was delivered after it. Call it before the delivery reports that show this
 * are purged. Does nothing if the account does not exist.
 */
export async function forgetPaymentFailure(db: Db, id: string): Promise<void> {
  await db.kysely.updateTable('account').set({ paymentFailedAt: null }).where('id', '=', id).where(paidSince).execute()
}

/**
 * Returns those of the accounts with these ids, in no particular order, for which a rejection of a message for a
 * missing payment method is stored. `paidSince` is true if a template message was delivered after the latest rejection,
 * so that the problem is solved.
 */
export function listPaymentFailures(db: Db, ids: readonly string[]): Promise<{ id: string; paidSince: boolean }[]> {
  const accounts = db.kysely.selectFrom('account').select(['id', paidSince.as('paidSince')])
  return accounts.where('id', '=', sql<string>`any(${ids}::uuid[])`).where('paymentFailedAt', 'is not', null).execute()
}

/** A login method of a platform; `authMethod` null stands for accounts without one. */
export interface Login {
  platform: string
  authMethod: string | null
}

/** Returns the SQL condition, for a statement on `account`, that the account has one of these login methods. */
export const hasLogin = (logins: readonly Login[]) => sql<boolean>`exists (
  select from jsonb_to_recordset(${JSON.stringify(logins)}::jsonb) as login(platform text, "authMethod" text)
  where login.platform = account.platform and login."authMethod" is not distinct from account.auth_method)`

/** Returns a query of the connected accounts whose access ends, or has ended, before a time. */
export function selectEndingAccess(db: Db, before: Date) {
  return db.kysely
    .selectFrom('account')
    .innerJoin('credential', 'credential.accountId', 'account.id')
    .where('account.status', '=', sql.lit('connected'))
    .where('credential.expiresAt', '<', before)
}

/** The SQL condition that no warning is stored that was sent `days` or fewer days before the end of the access. */
const isUnwarned = (days: number) => sql<boolean>`coalesce(account.warned_days, ${days + 1}) > ${days}`

/**
 * Returns the ids of up to `max` connected accounts, in no particular order, whose tokens expire before `before` and
 * that still need the warning which is sent `days` days ahead: `noteWarning` has stored neither this nor a later one.
 * @param logins only accounts on these platforms with these login methods
 */
export async function listEndingAccess(
  db: Db,
  { logins, before, days, max }: { logins: readonly Login[]; before: Date; days: number; max: number },
): Promise<string[]> {
  const ending = selectEndingAccess(db, before).select('account.id').where(hasLogin(logins)).limit(max)
  const rows = await ending.where(isUnwarned(days)).execute()
  return rows.map(({ id }) => id)
}

/**
 * Stores that a warning was sent `days` days before the end of an account's access. Returns false, without a change, if
 * a warning is stored that was sent as many or fewer days before the end, or if the account does not exist.
 */
export async function noteWarning(db: Db, id: string, days: number): Promise<boolean> {
  const change = db.kysely.updateTable('account').set({ warnedDays: days }).where('id', '=', id)
  return (await change.where(isUnwarned(days)).executeTakeFirst()).numUpdatedRows > 0n
}

/** The number of days by which the end of an access must have moved to count as another end, as clocks differ. */
const movedDays = 1

/**
 * Removes the stored warnings of up to `max` accounts whose access ends later by now than the warning said, or does not
 * end, so that they get the warnings of the new end. Accounts that another transaction has locked are left out.
 */
export async function forgetMovedWarnings(db: Db, { now, max }: { now: Date; max: number }): Promise<void> {
  const isMoved = sql<boolean>`(credential.expires_at is null
    or credential.expires_at >= ${now}::timestamptz + make_interval(hours => 24 * (account.warned_days + ${movedDays})))`
  const moved = db.kysely
    .selectFrom('account')
    .innerJoin('credential', 'credential.accountId', 'account.id')
    .select('account.id')
    .where('account.warnedDays', 'is not', null)
    .where(isMoved)
    .limit(max)
    .forUpdate('account')
    .skipLocked()
  await db.kysely.updateTable('account').set({ warnedDays: null }).where('id', 'in', moved).execute()
}

/**
 * Adds steps to the missing setup steps of an account and removes others. Does nothing to an account without a setup
 * (`setupMissing` is null), or if its credentials were stored, by an authorization or a token refresh, a second or more
 * after `reportedAt`, the time of the network's report of the change. Returns whether the missing steps have changed.
 * Call it in a transaction: it waits for a transaction that is storing an authorization of the account.
 * @param at the current time, stored as `updatedAt`
 */
export async function changeSetup(
  db: Db,
  id: string,
  {
    add = [],
    remove = [],
    at,
    reportedAt,
  }: { add?: readonly SetupStep[]; remove?: readonly SetupStep[]; at: Date; reportedAt?: Date | undefined },
): Promise<boolean> {
  await holdAccount(db, id)
  const missing = sql<SetupStep[]>`array(
    select step from unnest(${setupSteps}::text[]) with ordinality as known (step, place)
    where (step = any(setup_missing) or step = any(${add}::text[])) and step != all(${remove}::text[]) order by place)`
  const { numUpdatedRows } = await db.kysely
    .updateTable('account')
    .set({ setupMissing: missing, updatedAt: at })
    .where('id', '=', id)
    .where('setupMissing', 'is not', null)
    .where(sql<boolean>`setup_missing is distinct from ${missing}`)
    .where(isReportedSince(reportedAt))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
