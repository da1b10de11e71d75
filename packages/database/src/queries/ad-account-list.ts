import type { AdAccount } from '@carillon/domain'
import { sql } from 'kysely'
import type { Db } from '../db.ts'

/** A cached list of ad accounts, and when reading it began. */
export interface AdAccountList {
  adAccounts: AdAccount[]
  fetchedAt: Date
}

/**
 * Returns the cached list of the ad accounts that an account can access, or (`adAccounts` null) when it was invalidated;
 * undefined if it was neither read nor invalidated since `since`.
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

/** Stores a list, unless the account has been disconnected or a newer list is stored. */
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

/**
 * Caches a list of ad accounts. Does nothing if the account does not exist, or if the cache was invalidated or replaced
 * by a newer list since `fetchedAt`, when reading the list began.
 */
export function storeAdAccountList(
  db: Db,
  { accountId, adAccounts, fetchedAt }: AdAccountList & { accountId: string },
): Promise<void> {
  return store(db, accountId, { json: JSON.stringify(adAccounts), at: fetchedAt })
}

/**
 * Invalidates the cached list of the ad accounts of an account, so that the next read calls the network. Reads that
 * began before `now` can no longer store their result.
 */
export function forgetAdAccountList(db: Db, accountId: string, now: Date): Promise<void> {
  return store(db, accountId, { json: 'null', at: now })
}
