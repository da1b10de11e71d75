import type { Platform } from '@carillon/domain'
import type { Db } from '../db.ts'
import type { AccountRow } from '../schema/account.ts'
import { selectAccounts } from './account-with-credential.ts'

/**
 * Returns a page of the connected accounts of all organizations on some platforms, in the order of their ids, for
 * operators.
 * @param after the id of the last account of the previous page; null for the first page
 */
export function listConnectedAccounts(
  db: Db,
  { platforms, after, limit }: { platforms: readonly Platform[]; after: string | null; limit: number },
): Promise<AccountRow[]> {
  const connected = selectAccounts(db)
    .where('account.status', '=', 'connected')
    .where('account.platform', 'in', platforms)
  const rest = after === null ? connected : connected.where('account.id', '>', after)
  return rest.orderBy('account.id').limit(limit).execute()
}
