import { type Db, transaction } from '../db.ts'
import type { ApiKeyRow } from '../schema/api-key.ts'
import { statement } from '../statements/statement.ts'

/** The columns of a key that authentication needs. */
export type KeyGrant = Pick<ApiKeyRow, 'id' | 'organizationId' | 'profileId' | 'hash' | 'expiresAt'>

/** Stores an API key by its hash. */
async function insertApiKey(db: Db, row: Omit<ApiKeyRow, 'lastUsedAt'>): Promise<void> {
  await db.kysely.insertInto('apiKey').values(row).execute()
}

/** Whether a key exists. If so, it cannot be deleted before the transaction ends. */
async function lockKey(tx: Db, id: string): Promise<boolean> {
  const ofKey = tx.kysely.selectFrom('apiKey').select('id').where('id', '=', id)
  return (await ofKey.forKeyShare().executeTakeFirst()) !== undefined
}

/**
 * Stores an API key unless its organization has `max` already. Simultaneous calls for an organization wait for each
 * other. Returns the number of keys that the organization had; undefined if the key that creates it has been deleted.
 */
export function insertApiKeyUpTo(db: Db, row: Omit<ApiKeyRow, 'lastUsedAt'>, max: number): Promise<number | undefined> {
  return transaction(db, async (tx) => {
    if (row.parentId !== null && !(await lockKey(tx, row.parentId))) return undefined
    const ofOrganization = tx.kysely.selectFrom('organization').select('id').where('id', '=', row.organizationId)
    await ofOrganization.forNoKeyUpdate().execute()
    const { count } = await tx.kysely
      .selectFrom('apiKey')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('organizationId', '=', row.organizationId)
      .executeTakeFirstOrThrow()
    if (count < max) await insertApiKey(tx, row)
    return count
  })
}

const keyByHash = statement<KeyGrant>(
  'select id, organization_id, profile_id, hash, expires_at from api_key where hash = $1',
)

const keysByHashes = statement<KeyGrant>(
  'select id, organization_id, profile_id, hash, expires_at from api_key where hash = any($1::bytea[])',
)

/** Reads an API key by its hash. */
export async function findKeyByHash(db: Db, hash: Buffer): Promise<KeyGrant | undefined> {
  const [row] = await keyByHash(db, [hash])
  return row
}

/** Reads API keys by their hashes, including expired ones. */
export function findKeysByHashes(db: Db, hashes: Buffer[]): Promise<KeyGrant[]> {
  return keysByHashes(db, [hashes])
}

/** The API keys of an organization without their hashes, oldest first. */
export function listKeys(db: Db, organizationId: string): Promise<Omit<ApiKeyRow, 'hash'>[]> {
  return db.kysely
    .selectFrom('apiKey')
    .select(['id', 'organizationId', 'profileId', 'name', 'last4', 'createdAt', 'expiresAt', 'lastUsedAt'])
    .select('parentId')
    .where('organizationId', '=', organizationId)
    .orderBy('id')
    .execute()
}

/** When a key expires, or null if it does not; undefined if there is no such key. */
export async function readKeyExpiry(db: Db, id: string): Promise<Date | null | undefined> {
  const row = await db.kysely.selectFrom('apiKey').select('expiresAt').where('id', '=', id).executeTakeFirst()
  return row?.expiresAt
}

/**
 * Deletes an API key and the keys that it created, and those that they created; with an organization's id only a key of
 * that organization. A trigger notifies every process on the channel `api_key` of each. Returns the ids of the deleted
 * keys, oldest first; none if the key did not exist.
 */
export async function deleteKey(db: Db, id: string, organizationId?: string): Promise<string[]> {
  const rows = await db.kysely
    .withRecursive('family', (query) =>
      query
        .selectFrom('apiKey')
        .select('id')
        .where('id', '=', id)
        .$if(organizationId !== undefined, (root) => root.where('organizationId', '=', organizationId ?? ''))
        .union(
          query.selectFrom('apiKey as child').innerJoin('family', 'family.id', 'child.parentId').select('child.id'),
        ),
    )
    .deleteFrom('apiKey')
    .where('id', 'in', (query) => query.selectFrom('family').select('family.id'))
    .returning('id')
    .execute()
  return rows.map((row) => row.id).sort()
}

/** Sets the time of the last use of API keys. */
export async function touchKeys(db: Db, ids: readonly string[], at: Date): Promise<void> {
  if (ids.length === 0) return
  await db.kysely.updateTable('apiKey').set({ lastUsedAt: at }).where('id', 'in', ids).execute()
}
