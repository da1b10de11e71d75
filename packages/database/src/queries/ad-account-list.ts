import type { AdAccount } from '@carillon/domain'
import { keysOf } from '@carillon/errors'
import type { Db } from '../db.ts'
import { selected } from '../statements/selected.ts'

/** A cached list of ad accounts, and when reading it began. */
export interface AdAccountList {
  adAccounts: AdAccount[]
  fetchedAt: Date
}

/**
 * Returns the cached list of the ad accounts that an account can access, or (`adAccounts` null) when it was
 * invalidated; undefined if it was neither read nor invalidated since `since`.
 */
export function findAdAccountList(
  db: Db,
  { accountId, since }: { accountId: string; since: Date },
): Promise<AdAccountList | { adAccounts: null; fetchedAt: Date } | undefined> {
  return db.kysely
    .selectFrom('adAccountList')
    .select(['adAccounts', 'fetchedAt'])
    .where('accountId', '=', accountId)
    .where('fetchedAt', '>=', since)
    .executeTakeFirst()
}

/**
 * Caches a list of ad accounts, or invalidates the cached one (null). Does nothing if the account does not exist, or if
 * the cache was invalidated or replaced by a newer list since `fetchedAt`, when reading the list began.
 */
export async function storeAdAccountList(
  db: Db,
  { accountId, adAccounts, fetchedAt }: { accountId: string; adAccounts: AdAccount[] | null; fetchedAt: Date },
): Promise<void> {
  const row = { adAccounts: JSON.stringify(adAccounts), fetchedAt }
  await db.kysely
    .insertInto('adAccountList')
    .columns([...keysOf(row), 'accountId'])
    .expression(({ selectFrom }) =>
      selectFrom('account')
        .select([...selected(row), 'id'])
        .where('id', '=', accountId),
    )
    .onConflict((conflict) =>
      conflict.column('accountId').doUpdateSet(row).where('adAccountList.fetchedAt', '<=', fetchedAt),
    )
    .execute()
}

/**
 * Invalidates the cached list of the ad accounts of an account, so that the next read calls the network. Reads that
 * began before `now` can no longer store their result.
 */
export function forgetAdAccountList(db: Db, accountId: string, now: Date): Promise<void> {
  return storeAdAccountList(db, { accountId, adAccounts: null, fetchedAt: now })
}
