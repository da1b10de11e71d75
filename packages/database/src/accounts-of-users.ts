import type { Platform } from '@carillon/domain'
import { sql } from 'kysely'
import type { Db } from './connect.ts'
import type { AccountRow } from './tables/account.ts'

/** Accounts whose access one of these users granted, or that have one of these ids themselves, in every organization. */
export function listAccountsGrantedBy(
  db: Db,
  { platforms, ids }: { platforms: readonly Platform[]; ids: readonly string[] },
): Promise<AccountRow[]> {
  const named = sql`any(${ids}::text[])`
  return db
    .selectFrom('account')
    .leftJoin('credential', 'credential.account_id', 'account.id')
    .selectAll('account')
    .select('credential.expires_at as token_expires_at')
    .where(sql<boolean>`account.platform = any(${platforms}::text[])`)
    .where(sql<boolean>`(granted_by = ${named} or provider_id = ${named})`)
    .orderBy('account.id')
    .execute()
}

/** Deletes accounts, in whichever organization, with everything that is kept of them only. */
export async function deleteAccounts(db: Db, ids: readonly string[]): Promise<void> {
  await db.deleteFrom('account').where(sql<boolean>`id = any(${ids}::uuid[])`).execute()
}
