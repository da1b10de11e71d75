import type { AdAccount } from '@carillon/domain'
import type { ColumnType, Selectable } from 'kysely'
import type { Db } from '../connect.ts'

/** The ad accounts that a connection reaches, as they were last read. */
export interface AdAccountListTable {
  account_id: string
  ad_accounts: ColumnType<AdAccount[], string, string>
  fetched_at: Date
}

export type AdAccountListRow = Selectable<AdAccountListTable>

/** The stored list of an account, unless it was read before `since`. */
export function findAdAccountList(
  db: Db,
  { accountId, since }: { accountId: string; since: Date },
): Promise<AdAccountListRow | undefined> {
  return db
    .selectFrom('ad_account_list')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('fetched_at', '>=', since)
    .executeTakeFirst()
}

export async function storeAdAccountList(
  db: Db,
  { accountId, adAccounts, fetchedAt }: { accountId: string; adAccounts: readonly AdAccount[]; fetchedAt: Date },
): Promise<void> {
  const stored = { ad_accounts: JSON.stringify(adAccounts), fetched_at: fetchedAt }
  await db
    .insertInto('ad_account_list')
    .values({ account_id: accountId, ...stored })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(stored))
    .execute()
}

/** Forgets the list, so that the next read asks the network. */
export async function forgetAdAccountList(db: Db, accountId: string): Promise<void> {
  await db.deleteFrom('ad_account_list').where('account_id', '=', accountId).execute()
}
