import type { Platform } from '@carillon/domain'
import type { Db } from '../db.ts'
import type { AccountRow } from '../schema/account.ts'

/** Connected accounts of all organizations on some networks, in the order of their ids, for operators. */
export function listConnectedAccounts(
  db: Db,
  { platforms, after, limit }: { platforms: readonly Platform[]; after: string | null; limit: number },
): Promise<AccountRow[]> {
  const connected = db.kysely
    .selectFrom('account')
    .leftJoin('credential', 'credential.accountId', 'account.id')
    .selectAll('account')
    .select('credential.expiresAt as tokenExpiresAt')
    .where('account.status', '=', 'connected')
    .where('account.platform', 'in', platforms)
  const rest = after === null ? connected : connected.where('account.id', '>', after)
  return rest.orderBy('account.id').limit(limit).execute()
}
