import {
  type AccountFilter,
  type AccountRow,
  listAccountIds,
  listAccounts,
  listAccountsById,
  listFirstAccounts,
} from '@carillon/database'
import type { Scope } from '@carillon/domain'
import type { Context } from '../context.ts'

/** The number of accounts that are read at once: their rows are parsed in a few milliseconds. */
const atOnce = 500

/**
 * Reads from the database the accounts of an organization, or only of the profiles that `scope` names, that match a
 * filter, in the order in which they were connected. A list of 500 or more is read in chunks, so that other requests
 * are served in between: first all ids, then the rows of 500 ids at a time. Accounts that are disconnected meanwhile
 * are left out.
 */
export async function readAccounts(
  { db }: Pick<Context, 'db'>,
  scope: Scope,
  filter: AccountFilter,
): Promise<AccountRow[]> {
  if (filter.limit !== undefined && filter.limit <= atOnce) return listAccounts(db, scope, filter)
  const first = await listFirstAccounts(db, scope, filter, atOnce)
  if (first.length < atOnce) return first
  const ids = await listAccountIds(db, scope, filter)
  const read: AccountRow[] = []
  for (let from = 0; from < ids.length; from += atOnce) {
    read.push(...(await listAccountsById(db, scope, ids.slice(from, from + atOnce))))
  }
  return read
}
