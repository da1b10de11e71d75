import type { Platform } from '@carillon/domain'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db.ts'
import type { DataDeletionRow } from '../schema/data-deletion.ts'
import { countRows } from '../statements/results.ts'

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
 * Returns the codes of up to 100 data deletion requests that are not complete and have no job in the queue, not even
 * one that has used up its attempts, oldest first.
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
  const change = db.kysely.updateTable('dataDeletion').set({ userIds: [], objectIds: [], completedAt: at })
  await change.where('code', '=', code).execute()
}

/** The number of external writes, and of webhook requests, that one statement deletes or reads. */
const atOnce = 1_000

/**
 * Deletes the ended external writes of accounts with their attempts, 1,000 at a time. Returns the number of external
 * writes of the accounts that have not ended, which are kept.
 */
export async function deleteWritesOf(db: Db, accountIds: readonly string[]): Promise<number> {
  if (accountIds.length === 0) return 0
  const of = sql<boolean>`account_id = any(${accountIds}::uuid[])`
  const ended = db.kysely.selectFrom('externalWrite').select('id').where(of).where('wakeAt', 'is', null).limit(atOnce)
  let deleted: bigint
  do {
    const named = sql<boolean>`id = any(array(${ended}))`
    const { numDeletedRows } = await db.kysely.deleteFrom('externalWrite').where(named).executeTakeFirst()
    deleted = numDeletedRows
  } while (deleted === BigInt(atOnce))
  return countRows(db, db.kysely.selectFrom('externalWrite').where(of))
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
    const ofDay = db.kysely.deleteFrom('event').where('storedAt', '>=', new Date(from)).where(of)
    await ofDay.where('storedAt', '<', new Date(from + dayMs)).execute()
  }
}

/** The result of `deletePart`: the id of the last row that it read, null if there are none, and how many it kept. */
interface Part {
  last: string | null
  kept: number
}

/**
 * Reads the next 1,000 webhook requests after the id `after`, and deletes those that are processed and for which
 * `naming`, an SQL condition, is true.
 */
function deletePart(db: Db, naming: RawBuilder<boolean>, after: string): Promise<Part> {
  const columns = ['id', sql<boolean>`processed_at is null`.as('isOpen'), naming.as('isNaming')] as const
  const next = db.kysely.selectFrom('webhookEvent').select(columns).where('id', '>', after)
  const part = () => next.orderBy('id').limit(atOnce)
  return db.kysely
    .with((cte) => cte('part').materialized(), part)
    .with('gone', (cte) => {
      const processed = cte.selectFrom('part').select('id').where(sql<boolean>`is_naming and not is_open`)
      return cte.deleteFrom('webhookEvent').where('id', 'in', processed).where('processedAt', 'is not', null)
    })
    .selectFrom('part')
    .select(sql<string | null>`(array_agg(id order by id desc))[1]`.as('last'))
    .select(sql<number>`count(*) filter (where is_naming and is_open)::int`.as('kept'))
    .executeTakeFirstOrThrow()
}

/**
 * Deletes the processed webhook requests of these platforms whose body contains one of the ids as text. Returns the
 * number of webhook requests with such a body that have not been processed, which are kept. Reads all webhook requests,
 * 1,000 at a time, as no index has what their bodies contain.
 */
export async function deleteEventsNaming(
  db: Db,
  { platforms, ids }: { platforms: readonly Platform[]; ids: readonly string[] },
): Promise<number> {
  if (ids.length === 0) return 0
  const naming = sql<boolean>`platform = any(${platforms}::text[]) and exists (
    select from unnest(${ids}::text[]) as named (id) where position(convert_to(named.id, 'UTF8') in body) > 0)`
  let kept = 0
  let after: string | null = '00000000-0000-0000-0000-000000000000'
  while (after !== null) {
    const part: Part = await deletePart(db, naming, after)
    kept += part.kept
    after = part.last
  }
  return kept
}
