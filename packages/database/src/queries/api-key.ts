import { sql } from 'kysely'
import { type Db, transaction } from '../db.ts'
import type { ApiKeyRow } from '../schema/api-key.ts'
import { statement } from '../statements/statement.ts'

/** What authentication needs of a key. */
export type KeyGrant = Pick<ApiKeyRow, 'id' | 'organization_id' | 'profile_id' | 'hash' | 'expires_at'>

/** Stores an API key by its hash. */
async function insertApiKey(db: Db, row: Omit<ApiKeyRow, 'last_used_at'>): Promise<void> {
  await db.kysely.insertInto('api_key').values(row).execute()
}

/** Whether a key exists. If so, it cannot be deleted before the transaction ends. */
async function lockKey(tx: Db, id: string): Promise<boolean> {
  const ofKey = tx.kysely.selectFrom('api_key').select('id').where('id', '=', id)
  return (await ofKey.forKeyShare().executeTakeFirst()) !== undefined
}

/**
 * Stores an API key unless its organization has `max` already. Simultaneous calls for an organization wait for each other.
 * Returns the number of keys that the organization had; undefined if the key that creates it has been deleted.
 */
export function insertApiKeyUpTo(
  db: Db,
  row: Omit<ApiKeyRow, 'last_used_at'>,
  max: number,
): Promise<number | undefined> {
  return transaction(db, async (tx) => {
    if (row.parent_id !== null && !(await lockKey(tx, row.parent_id))) return undefined
    const ofOrganization = tx.kysely.selectFrom('organization').select('id').where('id', '=', row.organization_id)
    await ofOrganization.forNoKeyUpdate().execute()
    const { count } = await tx.kysely
      .selectFrom('api_key')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('organization_id', '=', row.organization_id)
      .executeTakeFirstOrThrow()
    if (count < max) await insertApiKey(tx, row)
    return count
  })
}

const keyByHash = statement<KeyGrant>(
  'select id, organization_id, profile_id, hash, expires_at from api_key where hash = $1',
)

/** Reads an API key by its hash. */
export async function findKeyByHash(db: Db, hash: Buffer): Promise<KeyGrant | undefined> {
  const [row] = await keyByHash(db, [hash])
  return row
}

/** Reads API keys by their hashes, including expired ones. */
export function findKeysByHashes(db: Db, hashes: Buffer[]): Promise<KeyGrant[]> {
  return db.kysely
    .selectFrom('api_key')
    .select(['id', 'organization_id', 'profile_id', 'hash', 'expires_at'])
    .where(sql<boolean>`hash = any(${hashes}::bytea[])`)
    .execute()
}

/** The API keys of an organization without their hashes, oldest first. */
export function listKeys(db: Db, organizationId: string): Promise<Omit<ApiKeyRow, 'hash'>[]> {
  return db.kysely
    .selectFrom('api_key')
    .select(['id', 'organization_id', 'profile_id', 'name', 'last4', 'created_at', 'expires_at', 'last_used_at'])
    .select('parent_id')
    .where('organization_id', '=', organizationId)
    .orderBy('id')
    .execute()
}

/** When a key expires, or null if it does not; undefined if there is no such key. */
export async function readKeyExpiry(db: Db, id: string): Promise<Date | null | undefined> {
  const row = await db.kysely.selectFrom('api_key').select('expires_at').where('id', '=', id).executeTakeFirst()
  return row?.expires_at
}

/**
 * Deletes an API key and the keys that it created, and those that they created; with an organization's id only a key of
 * that organization. A trigger notifies every process on the channel `api_key` of each. Returns the ids of the deleted
 * keys, oldest first; none if the key did not exist.
 */
export async function deleteKey(db: Db, id: string, organizationId?: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with recursive family as (
      select id from api_key
      where id = ${id} and organization_id = coalesce(${organizationId ?? null}, organization_id)
      union select child.id from api_key as child join family on child.parent_id = family.id
    )
    delete from api_key where id in (select id from family) returning id`.execute(db.kysely)
  return rows.map((row) => row.id).sort()
}

/** Sets the time of the last use of API keys. */
export async function touchKeys(db: Db, ids: readonly string[], at: Date): Promise<void> {
  if (ids.length === 0) return
  await db.kysely.updateTable('api_key').set({ last_used_at: at }).where('id', 'in', ids).execute()
}
