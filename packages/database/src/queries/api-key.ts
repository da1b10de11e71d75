import { sql } from 'kysely'
import { type Db, transaction } from '../db.ts'
import type { ApiKeyRow } from '../schema/api-key.ts'
import { statement } from '../statements/statement.ts'

/** The columns of a key that authentication needs. */
export type KeyGrant = Pick<
  ApiKeyRow,
  'id' | 'organizationId' | 'profileId' | 'profileIds' | 'scopes' | 'allowedIps' | 'budgets' | 'hash' | 'expiresAt'
>

/** A key that is stored for the first time. */
export type NewKeyRow = Omit<ApiKeyRow, 'lastUsedAt' | 'lastUsedIp'>

/** Stores an API key by its hash. */
async function insertApiKey(db: Db, row: NewKeyRow): Promise<void> {
  const budgets = row.budgets && JSON.stringify(row.budgets)
  await db.kysely
    .insertInto('apiKey')
    .values({ ...row, budgets })
    .execute()
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
export function insertApiKeyUpTo(db: Db, row: NewKeyRow, max: number): Promise<number | undefined> {
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

const granted = 'id, organization_id, profile_id, profile_ids, scopes, allowed_ips, budgets, hash, expires_at'

const keyByHash = statement<KeyGrant>(`select ${granted} from api_key where hash = $1`)

const keysByHashes = statement<KeyGrant>(`select ${granted} from api_key where hash = any($1::bytea[])`)

/** Reads an API key by its hash. */
export async function findKeyByHash(db: Db, hash: Buffer): Promise<KeyGrant | undefined> {
  const [row] = await keyByHash(db, [hash])
  return row
}

/** Reads API keys by their hashes, including expired ones. */
export function findKeysByHashes(db: Db, hashes: Buffer[]): Promise<KeyGrant[]> {
  return keysByHashes(db, [hashes])
}

/** A key without its hash. */
export type ListedKey = Omit<ApiKeyRow, 'hash'>

const listed = [
  'id',
  'organizationId',
  'profileId',
  'profileIds',
  'scopes',
  'allowedIps',
  'budgets',
  'name',
  'last4',
  'createdAt',
  'expiresAt',
  'lastUsedAt',
  'lastUsedIp',
  'parentId',
] as const satisfies readonly (keyof ListedKey)[]

/** The API keys of an organization without their hashes, oldest first. */
export function listKeys(db: Db, organizationId: string): Promise<ListedKey[]> {
  return db.kysely
    .selectFrom('apiKey')
    .select(listed)
    .where('organizationId', '=', organizationId)
    .orderBy('id')
    .execute()
}

/** Reads a key of any organization without its hash; undefined if there is no such key. */
export function readKey(db: Db, id: string): Promise<ListedKey | undefined> {
  return db.kysely.selectFrom('apiKey').select(listed).where('id', '=', id).executeTakeFirst()
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

/** Sets when API keys were last used, and from which IP address. */
export async function touchKeys(db: Db, uses: ReadonlyMap<string, string>, at: Date): Promise<void> {
  if (uses.size === 0) return
  const [ids, addresses] = [[...uses.keys()], [...uses.values()]]
  await db.kysely
    .updateTable('apiKey')
    .from(sql<{ id: string; ip: string }>`unnest(${ids}::uuid[], ${addresses}::text[])`.as<'use'>(sql`use(id, ip)`))
    .set({ lastUsedAt: at, lastUsedIp: sql`nullif(use.ip, '')` })
    .whereRef('apiKey.id', '=', 'use.id')
    .execute()
}
