import type { Platform } from '@carillon/domain'
import { sql } from 'kysely'
import type { Db } from '../db.ts'
import type { CredentialRow } from '../schema/credential.ts'
import { statement } from '../statements/statement.ts'

const credentialOf = statement<CredentialRow>(`
  select account_id, generation, sealed, expires_at, refreshing_since, refreshing_by, refreshed_at
  from credential where account_id = $1`)

/** Reads the encrypted credentials of an account. */
export async function readCredential(db: Db, accountId: string): Promise<CredentialRow | undefined> {
  const [row] = await credentialOf(db, [accountId])
  return row
}

/** Reads the encrypted credentials of several accounts, by account id. Accounts without credentials are missing. */
export async function readCredentials(db: Db, accountIds: readonly string[]): Promise<Map<string, CredentialRow>> {
  if (accountIds.length === 0) return new Map()
  const rows = await db.kysely
    .selectFrom('credential')
    .selectAll()
    .where('accountId', '=', sql<string>`any(${accountIds}::uuid[])`)
    .execute()
  return new Map(rows.map((row) => [row.accountId, row]))
}

/** Deletes the credentials of several accounts and returns them, by account id. */
export async function takeCredentials(db: Db, accountIds: readonly string[]): Promise<Map<string, CredentialRow>> {
  if (accountIds.length === 0) return new Map()
  const rows = await db.kysely
    .deleteFrom('credential')
    .where('accountId', '=', sql<string>`any(${accountIds}::uuid[])`)
    .returningAll()
    .execute()
  return new Map(rows.map((row) => [row.accountId, row]))
}

/** Stores the credentials of a new authorization, replacing older ones. */
export async function replaceCredential(
  db: Db,
  row: { accountId: string; ciphertext: Buffer; expiresAt: Date | null; refreshedAt: Date },
): Promise<void> {
  await db.kysely
    .insertInto('credential')
    .values({ ...row, generation: 1 })
    .onConflict((conflict) =>
      conflict.column('accountId').doUpdateSet({
        generation: sql`credential.generation + 1`,
        ciphertext: row.ciphertext,
        expiresAt: row.expiresAt,
        refreshingSince: null,
        refreshingBy: null,
        refreshedAt: row.refreshedAt,
      }),
    )
    .execute()
}

/** Stores the result of refreshing the tokens of `generation`. Returns false if another generation is stored. */
export async function advanceCredential(
  db: Db,
  row: { accountId: string; generation: number; ciphertext: Buffer; expiresAt: Date | null; refreshedAt: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db.kysely
    .updateTable('credential')
    .set({
      generation: row.generation + 1,
      ciphertext: row.ciphertext,
      expiresAt: row.expiresAt,
      refreshedAt: row.refreshedAt,
      refreshingSince: null,
      refreshingBy: null,
    })
    .where('accountId', '=', row.accountId)
    .where('generation', '=', row.generation)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export interface RefreshLease {
  accountId: string
  /** Identifies the refresh: the same one may claim again, since it may have missed that it was given the lease. */
  by: string
}

export interface ClaimedRefresh {
  row: CredentialRow
  /** When another refresh took the lease that has expired since: its process has probably died. Otherwise null. */
  interruptedSince: Date | null
}

/**
 * Takes the lease to refresh credentials if their generation is at most `seen`. A lease that was taken more than
 * `expiredAfterSeconds` ago is ignored. Returns undefined if the lease was not taken.
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

/** Releases the lease after a refresh without a result, so that the next refresh does not have to wait. */
export async function releaseRefresh(db: Db, { accountId, by }: RefreshLease): Promise<void> {
  await db.kysely
    .updateTable('credential')
    .set({ refreshingSince: null, refreshingBy: null })
    .where('accountId', '=', accountId)
    .where('refreshingBy', '=', by)
    .execute()
}

/** Connected accounts of a network whose tokens expire before `before`, for refreshes in advance. */
export async function listExpiring(db: Db, platform: Platform, before: Date): Promise<string[]> {
  const rows = await db.kysely
    .selectFrom('credential')
    .innerJoin('account', 'account.id', 'credential.accountId')
    .select('credential.accountId')
    .where('account.status', '=', 'connected')
    .where('account.platform', '=', platform)
    .where('credential.expiresAt', '<', before)
    .execute()
  return rows.map((row) => row.accountId)
}

/** Up to `max` credentials that are not encrypted with the key `keyId`. The id is the second byte of a ciphertext. */
export function listEncryptedWithOther(db: Db, keyId: number, max: number): Promise<CredentialRow[]> {
  return db.kysely
    .selectFrom('credential')
    .selectAll()
    .where(sql<number>`get_byte(sealed, 1)`, '!=', keyId)
    .limit(max)
    .execute()
}

/** A page of stored credentials in the order of their accounts. */
export function listCredentials(
  db: Db,
  { after, limit }: { after: string | null; limit: number },
): Promise<Pick<CredentialRow, 'accountId' | 'ciphertext'>[]> {
  return db.kysely
    .selectFrom('credential')
    .select(['accountId', 'ciphertext'])
    .$if(after !== null, (query) => query.where('accountId', '>', after))
    .orderBy('accountId')
    .limit(limit)
    .execute()
}

/** Replaces a ciphertext unless it has changed since it was read. */
export async function reencryptCredential(
  db: Db,
  row: Pick<CredentialRow, 'accountId' | 'generation'> & { from: Buffer; to: Buffer },
): Promise<void> {
  await db.kysely
    .updateTable('credential')
    .set({ ciphertext: row.to })
    .where('accountId', '=', row.accountId)
    .where('generation', '=', row.generation)
    .where('ciphertext', '=', row.from)
    .execute()
}
