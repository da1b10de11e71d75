import type { Platform } from '@carillon/domain'
import { sql } from 'kysely'
import type { Db } from '../db.ts'
import type { AccountRow } from '../schema/account.ts'
import type { CredentialRow } from '../schema/credential.ts'
import { wantedRows } from '../statements/given-rows.ts'
import { matching } from '../statements/matching.ts'
import { statement } from '../statements/statement.ts'
import { selectEndingAccess } from './account-standing.ts'

const credentialOf = statement<CredentialRow>(`
  select account_id, generation, sealed, expires_at, refreshing_since, refreshing_by, refreshed_at
  from credential where account_id = $1`)

/** Reads the encrypted credentials of an account; undefined if it has none. */
export async function readCredential(db: Db, accountId: string): Promise<CredentialRow | undefined> {
  const [row] = await credentialOf(db, [accountId])
  return row
}

const isOf = (accountIds: readonly string[]) => sql<boolean>`account_id = any(${accountIds}::uuid[])`

const byAccount = (rows: readonly CredentialRow[]) => new Map(rows.map((row) => [row.accountId, row]))

/** Reads the encrypted credentials of accounts, keyed by account id. Accounts without credentials are left out. */
export async function readCredentials(db: Db, accountIds: readonly string[]): Promise<Map<string, CredentialRow>> {
  const rows = db.kysely.selectFrom('credential').selectAll().where(isOf(accountIds))
  return byAccount(await rows.execute())
}

/**
 * Deletes the credentials of accounts and returns them, keyed by account id. Accounts without credentials are left out.
 */
export async function takeCredentials(db: Db, accountIds: readonly string[]): Promise<Map<string, CredentialRow>> {
  return byAccount(await db.kysely.deleteFrom('credential').where(isOf(accountIds)).returningAll().execute())
}

const released = { refreshingSince: null, refreshingBy: null } as const

/** Stores the credentials of a new authorization, replacing older ones, and ends any lease on refreshing them. */
export async function replaceCredential(
  db: Db,
  row: { accountId: string; ciphertext: Buffer; expiresAt: Date | null; refreshedAt: Date },
): Promise<void> {
  const { accountId: _account, ...tokens } = row
  await db.kysely
    .insertInto('credential')
    .values({ ...row, generation: 1 })
    .onConflict((conflict) =>
      conflict.column('accountId').doUpdateSet({ ...tokens, ...released, generation: sql`credential.generation + 1` }),
    )
    .execute()
}

/** The result of refreshing the tokens of an account. */
export interface RefreshedCredential {
  accountId: string
  /** The generation of the tokens which were refreshed: a number that grows with every refresh and authorization. */
  generation: number
  /**
   * The `refreshedAt` of the tokens which were refreshed; null if it is not known. After a failover that lost changes,
   * other tokens can have the same generation.
   */
  previousAt: Date | null
  ciphertext: Buffer
  expiresAt: Date | null
  refreshedAt: Date
}

/**
 * Stores the result of refreshing an account's tokens, increments their generation, and ends the lease on refreshing
 * them. If the stored tokens are not those which were refreshed, they are replaced only if their generation is not
 * higher and they are older than the result: the database has then lost later tokens in a failover. Returns false,
 * without a change, if they are not replaced or none are stored.
 */
export async function advanceCredential(db: Db, row: RefreshedCredential): Promise<boolean> {
  const { numUpdatedRows } = await db.kysely
    .updateTable('credential')
    .set({
      generation: row.generation + 1,
      ciphertext: row.ciphertext,
      expiresAt: row.expiresAt,
      refreshedAt: row.refreshedAt,
      ...released,
    })
    .where('accountId', '=', row.accountId)
    .where((stored) =>
      stored.or([
        stored.and([stored('generation', '=', row.generation), stored('refreshedAt', '=', row.previousAt)]),
        stored.and([stored('generation', '<=', row.generation), stored('refreshedAt', '<', row.refreshedAt)]),
      ]),
    )
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** The lease of one process on refreshing the tokens of an account. */
export interface RefreshLease {
  accountId: string
  /**
   * The id of the refresh. The same refresh may claim again, as it may not have received the response of its first
   * claim.
   */
  by: string
}

/** The credentials to refresh. */
export interface ClaimedRefresh {
  row: CredentialRow
  /**
   * If the lease was taken over from another refresh, whose process has probably crashed: when that refresh took the
   * lease. Otherwise null.
   */
  interruptedSince: Date | null
}

/**
 * Takes the lease on refreshing an account's tokens, so that no two refreshes use the same tokens. Returns the
 * credentials to refresh. Returns undefined, without a change, if the account has no credentials, if a newer generation
 * (a number that grows with every refresh and authorization) than `seen` is stored, or if another refresh has the
 * lease. A lease that was taken more than `expiredAfterSeconds` seconds ago is ignored.
 */
export async function claimRefresh(
  db: Db,
  { accountId, by, seen, expiredAfterSeconds }: RefreshLease & { seen: number; expiredAfterSeconds: number },
): Promise<ClaimedRefresh | undefined> {
  const expired = sql<boolean>`credential.refreshing_since < clock_timestamp() - make_interval(secs => ${expiredAfterSeconds})`
  const claimed = await db.kysely
    .updateTable('credential')
    .from('credential as before')
    .set({ refreshingSince: sql`clock_timestamp()`, refreshingBy: by })
    .whereRef('before.accountId', '=', 'credential.accountId')
    .where('credential.accountId', '=', accountId)
    .where('credential.generation', '<=', seen)
    .where((row) =>
      row.or([row('credential.refreshingSince', 'is', null), row('credential.refreshingBy', '=', by), expired]),
    )
    .returningAll('credential')
    .returning(['before.refreshingSince as sinceBefore', 'before.refreshingBy as byBefore'])
    .executeTakeFirst()
  if (!claimed) return undefined
  const { sinceBefore, byBefore, ...row } = claimed
  return { row, interruptedSince: byBefore === by ? null : sinceBefore }
}

/**
 * Releases the lease on refreshing an account's tokens after a refresh without a result, so that the next refresh does
 * not have to wait. Does nothing unless the refresh `by` has the lease.
 */
export async function releaseRefresh(db: Db, { accountId, by }: RefreshLease): Promise<void> {
  await db.kysely
    .updateTable('credential')
    .set(released)
    .where(matching<'credential'>({ accountId, refreshingBy: by }))
    .execute()
}

/** An account whose token is to be refreshed. */
export type ExpiringAccount = Pick<AccountRow, 'id' | 'organizationId' | 'platform'>

interface ExpiringFilter {
  due: readonly { platform: Platform; before: Date }[]
  since: Date | null
  rested: { until: Date; refreshedSince: Date }
}

/**
 * Returns, in no particular order, the connected accounts whose tokens expire before the time of their platform or have
 * expired, to be refreshed.
 * @param since leaves out tokens that expired before this time, without reading them; null leaves out none
 * @param rested leaves out tokens that expire after `until` and were refreshed after `refreshedSince`
 */
export function listExpiring(db: Db, { due, since, rested }: ExpiringFilter): Promise<ExpiringAccount[]> {
  const latest = new Date(Math.max(...due.map(({ before }) => before.getTime())))
  const query = selectEndingAccess(db, latest)
    .innerJoin(wantedRows(due, { platform: 'text', before: 'timestamptz' }), 'wanted.platform', 'account.platform')
    .select(['account.id', 'account.organizationId', 'account.platform'])
    .whereRef('credential.expiresAt', '<', 'wanted.before')
    .where(({ or, eb }) =>
      or([eb('credential.expiresAt', '<=', rested.until), eb('credential.refreshedAt', '<=', rested.refreshedSince)]),
    )
  return (since === null ? query : query.where('credential.expiresAt', '>=', since)).execute()
}

/**
 * Returns a page of the credentials of all accounts, in the order of account ids.
 * @param after the account id of the last row of the previous page; null for the first page
 * @param exceptKey leaves out credentials that are encrypted with the key-encryption key with this id; absent for none
 */
export function listCredentials(
  db: Db,
  { after, limit, exceptKey }: { after: string | null; limit: number; exceptKey?: number },
): Promise<CredentialRow[]> {
  let query = db.kysely.selectFrom('credential').selectAll().orderBy('accountId').limit(limit)
  if (after !== null) query = query.where('accountId', '>', after)
  if (exceptKey !== undefined) query = query.where(sql<number>`get_byte(sealed, 1)`, '!=', exceptKey)
  return query.execute()
}

/**
 * Replaces an account's encrypted credentials `from` by `to`, the same credentials encrypted with another key. Returns
 * false, without a change, if the stored credentials have changed since they were read (another `generation` or
 * ciphertext).
 */
export async function reencryptCredential(
  db: Db,
  row: Pick<CredentialRow, 'accountId' | 'generation'> & { from: Buffer; to: Buffer },
): Promise<boolean> {
  const { numUpdatedRows } = await db.kysely
    .updateTable('credential')
    .set({ ciphertext: row.to })
    .where(matching<'credential'>({ accountId: row.accountId, generation: row.generation, ciphertext: row.from }))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
