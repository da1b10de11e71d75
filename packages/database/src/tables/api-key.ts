import type { Generated, Selectable } from 'kysely'
import type pg from 'pg'
import { type Db, transaction } from '../connect.ts'

export interface ApiKeyTable {
  id: string
  organization_id: string
  profile_id: string | null
  name: string | null
  hash: Buffer
  last4: string
  created_at: Date
  expires_at: Date | null
  last_used_at: Generated<Date | null>
}

export type ApiKeyRow = Selectable<ApiKeyTable>

/** What authentication needs of a key. */
export type KeyGrant = Pick<ApiKeyRow, 'id' | 'organization_id' | 'profile_id' | 'hash' | 'expires_at'>

/** Stores an API key by its hash. */
async function insertApiKey(db: Db, row: Omit<ApiKeyRow, 'last_used_at'>): Promise<void> {
  await db.insertInto('api_key').values(row).execute()
}

/**
 * Stores an API key unless its organization has `max` already. Simultaneous calls for an organization wait for each other.
 * Returns the number of keys that the organization had.
 */
export function insertApiKeyUpTo(db: Db, row: Omit<ApiKeyRow, 'last_used_at'>, max: number): Promise<number> {
  return transaction(db, async (tx) => {
    const ofOrganization = tx.selectFrom('organization').select('id').where('id', '=', row.organization_id)
    await ofOrganization.forNoKeyUpdate().execute()
    const { count } = await tx
      .selectFrom('api_key')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('organization_id', '=', row.organization_id)
      .executeTakeFirstOrThrow()
    if (count < max) await insertApiKey(tx, row)
    return count
  })
}

/** Reads an API key by its hash, with a prepared statement, because every request may need it. */
export async function findKeyByHash(pool: pg.Pool, hash: Buffer): Promise<KeyGrant | undefined> {
  const { rows } = await pool.query<KeyGrant>({
    name: 'key-by-hash',
    text: 'select id, organization_id, profile_id, hash, expires_at from api_key where hash = $1',
    values: [hash],
  })
  return rows[0]
}

/** Reads API keys by their hashes, including expired ones, with a prepared statement. */
export async function findKeysByHashes(pool: pg.Pool, hashes: Buffer[]): Promise<KeyGrant[]> {
  const { rows } = await pool.query<KeyGrant>({
    name: 'keys-by-hash',
    text: 'select id, organization_id, profile_id, hash, expires_at from api_key where hash = any($1::bytea[])',
    values: [hashes],
  })
  return rows
}

/** The API keys of an organization without their hashes, oldest first. */
export function listKeys(db: Db, organizationId: string): Promise<Omit<ApiKeyRow, 'hash'>[]> {
  return db
    .selectFrom('api_key')
    .select(['id', 'organization_id', 'profile_id', 'name', 'last4', 'created_at', 'expires_at', 'last_used_at'])
    .where('organization_id', '=', organizationId)
    .orderBy('id')
    .execute()
}

/**
 * Deletes an API key; with an organization's id only a key of that organization. A trigger notifies every process on
 * the channel `api_key`. Returns whether the key existed.
 */
export async function deleteKey(db: Db, id: string, organizationId?: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('api_key')
    .where('id', '=', id)
    .$if(organizationId !== undefined, (query) => query.where('organization_id', '=', organizationId ?? ''))
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Sets the time of the last use of API keys. */
export async function touchKeys(db: Db, ids: readonly string[], at: Date): Promise<void> {
  if (ids.length === 0) return
  await db.updateTable('api_key').set({ last_used_at: at }).where('id', 'in', ids).execute()
}
