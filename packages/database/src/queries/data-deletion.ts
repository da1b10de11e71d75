import type { Platform } from '@carillon/domain'
import { sql } from 'kysely'
import type { Db } from '../db.ts'
import type { DataDeletionRow } from '../schema/data-deletion.ts'

/** Stores a user's request to delete their data. */
export async function insertDataDeletion(
  db: Db,
  row: Pick<DataDeletionRow, 'code' | 'platforms' | 'userIds' | 'requestedAt'>,
): Promise<void> {
  await db.kysely.insertInto('dataDeletion').values(row).execute()
}

/** Reads a data deletion request by the code in the URL of its status page; undefined if none exists. */
export function findDataDeletion(db: Db, code: string): Promise<DataDeletionRow | undefined> {
  return db.kysely.selectFrom('dataDeletion').selectAll().where('code', '=', code).executeTakeFirst()
}

/**
 * Returns the codes of data deletion requests, oldest first and at most 100, that are not complete and of which no job
 * is stored, neither one that waits or runs nor one that has used up its attempts.
 */
export async function listDeletionsWithoutJob(db: Db): Promise<string[]> {
  const job = sql<boolean>`exists (select from graphile_worker._private_jobs as job where job.key = 'user:' || code)`
  const open = db.kysely.selectFrom('dataDeletion').select('code').where('completedAt', 'is', null)
  const rows = await open.where(sql<boolean>`not ${job}`).orderBy('requestedAt').limit(100).execute()
  return rows.map(({ code }) => code)
}

/**
 * Adds accounts to a data deletion request, so that further data of these accounts is deleted for the request. The
 * caller deletes the accounts themselves. Returns the request.
 * @param objectIds the network's ids of the accounts and of their owners (`ownerId`, such as a business)
 * @throws Error if the request does not exist
 */
export async function extendDataDeletion(
  db: Db,
  code: string,
  { accountIds, objectIds }: { accountIds: readonly string[]; objectIds: readonly string[] },
): Promise<DataDeletionRow> {
  return db.kysely
    .updateTable('dataDeletion')
    .set({
      accountIds: sql`account_ids || ${accountIds}::uuid[]`,
      objectIds: sql`object_ids || ${objectIds}::text[]`,
    })
    .where('code', '=', code)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/**
 * Marks a data deletion request as completed and deletes the network's ids in it. Carillon's account ids are kept. Does
 * nothing if the request does not exist.
 */
export async function completeDataDeletion(db: Db, code: string, at: Date): Promise<void> {
  await db.kysely
    .updateTable('dataDeletion')
    .set({ userIds: [], objectIds: [], completedAt: at })
    .where('code', '=', code)
    .execute()
}

/**
 * Deletes the ended external writes of accounts with their attempts. Returns the number of external writes of the
 * accounts that have not ended, which are kept.
 */
export async function deleteWritesOf(db: Db, accountIds: readonly string[]): Promise<number> {
  if (accountIds.length === 0) return 0
  const of = sql<boolean>`account_id = any(${accountIds}::uuid[])`
  await db.kysely.deleteFrom('externalWrite').where(of).where('wakeAt', 'is', null).execute()
  const { count } = await db.kysely
    .selectFrom('externalWrite')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where(of)
    .executeTakeFirstOrThrow()
  return Number(count)
}

const dayMs = 86_400_000

/**
 * Deletes the events of accounts that were stored at `since` or later, except `account.disconnected`, which contains
 * nothing about a user. Reads the feed day by day, as it has no index of accounts.
 * @param now the current time
 */
export async function deleteEventsOf(
  db: Db,
  { accountIds, since, now }: { accountIds: readonly string[]; since: Date; now: Date },
): Promise<void> {
  if (accountIds.length === 0) return
  const of = sql<boolean>`account_id = any(${accountIds}::uuid[]) and type <> 'account.disconnected'`
  await db.kysely.deleteFrom('eventOutbox').where(of).execute()
  for (let from = since.getTime(); from <= now.getTime() + dayMs; from += dayMs) {
    await db.kysely
      .deleteFrom('event')
      .where('storedAt', '>=', new Date(from))
      .where('storedAt', '<', new Date(from + dayMs))
      .where(of)
      .execute()
  }
}

/**
 * Deletes the processed webhook requests of these platforms whose body contains one of the ids as text. Returns the
 * number of webhook requests with such a body that have not been processed, which are kept.
 */
export async function deleteEventsNaming(
  db: Db,
  { platforms, ids }: { platforms: readonly Platform[]; ids: readonly string[] },
): Promise<number> {
  if (ids.length === 0) return 0
  const naming = sql<boolean>`platform = any(${platforms}::text[]) and exists (
    select from unnest(${ids}::text[]) as named (id) where position(convert_to(named.id, 'UTF8') in body) > 0)`
  await db.kysely.deleteFrom('webhookEvent').where(naming).where('processedAt', 'is not', null).execute()
  const { count } = await db.kysely
    .selectFrom('webhookEvent')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where(naming)
    .executeTakeFirstOrThrow()
  return Number(count)
}
