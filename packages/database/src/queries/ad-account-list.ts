import type { AdAccount } from '@carillon/domain'
import { sql } from 'kysely'
import type { Db } from '../db.ts'

export interface AdAccountList {
  adAccounts: AdAccount[]
  fetchedAt: Date
}

/** A cached list, or the time at which it was discarded. */
export type StoredAdAccountList = AdAccountList | { adAccounts: null; fetchedAt: Date }

/** The cached list of an account's ad accounts; undefined if it was read or discarded before `since`. */
export async function findAdAccountList(
  db: Db,
  { accountId, since }: { accountId: string; since: Date },
): Promise<StoredAdAccountList | undefined> {
  const row = await db.kysely
    .selectFrom('adAccountList')
    .selectAll()
    .where('accountId', '=', accountId)
    .where('fetchedAt', '>=', since)
    .executeTakeFirst()
  return row && { adAccounts: row.adAccounts, fetchedAt: row.fetchedAt }
}

/** Nothing is stored for an account that was disconnected, nor over what is newer. */
async function store(db: Db, accountId: string, { json, at }: { json: string; at: Date }): Promise<void> {
  await db.kysely
    .insertInto('adAccountList')
    .columns(['accountId', 'adAccounts', 'fetchedAt'])
    .expression((query) =>
      query
        .selectFrom('account')
        .select(['id', sql<string>`${json}::jsonb`.as('adAccounts'), sql<Date>`${at}::timestamptz`.as('fetchedAt')])
        .where('id', '=', accountId),
    )
    .onConflict((conflict) =>
      conflict
        .column('accountId')
        .doUpdateSet({ adAccounts: sql`excluded.ad_accounts`, fetchedAt: sql`excluded.fetched_at` })
        .where(sql<boolean>`ad_account_list.fetched_at <= excluded.fetched_at`),
    )
    .execute()
}

/** Caches a list whose read began at `fetchedAt`. Does nothing if the cache has been discarded since then. */
export function storeAdAccountList(
  db: Db,
  { accountId, adAccounts, fetchedAt }: AdAccountList & { accountId: string },
): Promise<void> {
  return store(db, accountId, { json: JSON.stringify(adAccounts), at: fetchedAt })
}

/**
 * Discards the cached list, so that the next read calls the network. Reads that began before `now` can no longer store
 * their result.
 */
export function forgetAdAccountList(db: Db, accountId: string, now: Date): Promise<void> {
  return store(db, accountId, { json: 'null', at: now })
}
