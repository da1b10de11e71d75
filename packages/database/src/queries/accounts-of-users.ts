import type { Platform } from '@carillon/domain'
import { sql } from 'kysely'
import type { Db } from '../db.ts'
import type { AccountRow } from '../schema/account.ts'
import { selectAccounts } from './account-with-credential.ts'

/**
 * Returns the accounts on these platforms, of any organization, that are the users' own or to which one of the users
 * granted access, in the order of Carillon's account ids.
 * @param ids the network's ids of the users
 */
export function listAccountsGrantedBy(
  db: Db,
  { platforms, ids }: { platforms: readonly Platform[]; ids: readonly string[] },
): Promise<AccountRow[]> {
  const named = sql`any(${ids}::text[])`
  return selectAccounts(db)
    .where(sql<boolean>`account.platform = any(${platforms}::text[])`)
    .where(sql<boolean>`(granted_by = ${named} or provider_id = ${named})`)
    .orderBy('account.id')
    .execute()
}

/**
 * Locks the rows of accounts until the transaction ends, in the order of their ids. Call it before several accounts, or
 * their credentials, are changed: transactions that lock the same rows in another order could wait for each other.
 * Ignores ids without an account.
 */
export async function lockAccounts(tx: Db, ids: readonly string[]): Promise<void> {
  const named = tx.kysely.selectFrom('account').select('id').where(sql<boolean>`id = any(${ids}::uuid[])`)
  await named.orderBy('id').forUpdate().execute()
}

/**
 * Locks the row of an account until the transaction ends, for changes of the account that depend on other rows about
 * it, such as its credentials. Rows that belong to the account can still be stored. Call it before the statement with
 * the change, which would otherwise wait for the lock itself and then see those rows as they were before the wait. Does
 * nothing if the account does not exist.
 */
export async function holdAccount(tx: Db, id: string): Promise<void> {
  await tx.kysely.selectFrom('account').select('id').where('id', '=', id).forNoKeyUpdate().execute()
}

/**
 * Keeps accounts from being deleted until the transaction ends, waiting if one is being deleted. Call it before rows
 * that belong to the accounts are locked: a transaction that deletes an account locks the account first, so that the
 * two transactions could otherwise wait for each other. Ignores ids without an account.
 */
export async function keepAccounts(tx: Db, ids: readonly string[]): Promise<void> {
  const named = tx.kysely.selectFrom('account').select('id').where(sql<boolean>`id = any(${ids}::uuid[])`)
  await named.orderBy('id').forKeyShare().execute()
}
