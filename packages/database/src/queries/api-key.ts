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

/**
 * Begins a change of an organization's keys: further ones wait until the transaction ends, so that a key that is being
 * created and a change of the key that creates it cannot miss each other.
 */
async function lockKeysOf(tx: Db, organizationId: string): Promise<void> {
  const ofOrganization = tx.kysely.selectFrom('organization').select('id').where('id', '=', organizationId)
  await ofOrganization.forNoKeyUpdate().execute()
}

/** Reads a key that cannot be deleted before the transaction ends. */
function lockKey(tx: Db, id: string): Promise<ListedKey | undefined> {
  return tx.kysely.selectFrom('apiKey').select(listed).where('id', '=', id).forKeyShare().executeTakeFirst()
}

interface NewKeyPlace {
  organizationId: string
  /** The key that creates it; null for an operator. */
  parentId: string | null
  /** The maximum number of keys of the organization. */
  max: number
}

/**
 * Stores an API key unless its organization has `max` already. Simultaneous calls for an organization wait for each
 * other. Returns the number of keys that the organization had; undefined if the key that creates it has been deleted.
 * @param rowOf makes the row, with the creating key as it is then; what it throws ends the transaction
 */
export function insertApiKeyUpTo(
  db: Db,
  { organizationId, parentId, max }: NewKeyPlace,
  rowOf: (parent: ListedKey | null) => NewKeyRow,
): Promise<number | undefined> {
  return transaction(db, async (tx) => {
    await lockKeysOf(tx, organizationId)
    const parent = parentId === null ? null : await lockKey(tx, parentId)
    if (parent === undefined) return undefined
    const { count } = await tx.kysely
      .selectFrom('apiKey')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('organizationId', '=', organizationId)
      .executeTakeFirstOrThrow()
    if (count < max) await insertApiKey(tx, rowOf(parent))
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

/** What a change of a key is decided by. */
export interface KeyToChange {
  key: ListedKey
  /** The key that changes it. */
  own: ListedKey
  /** The keys that created it, directly or through others. */
  above: ListedKey[]
  /** The keys that it created itself. */
  children: ListedKey[]
}

export type KeyChange = Partial<
  Pick<ApiKeyRow, 'name' | 'scopes' | 'profileId' | 'profileIds' | 'allowedIps' | 'budgets' | 'expiresAt'>
>

/**
 * Changes an API key of an organization. A trigger notifies every process on the channel `api_key` if its access has
 * changed. Returns the changed key; null if it does not exist; undefined if the key that changes it has been deleted.
 * @param changeOf decides the change; no key of the organization is created or changed meanwhile, and what it throws
 *   ends the transaction
 */
export function changeKey(
  db: Db,
  { id, ownId, organizationId }: { id: string; ownId: string; organizationId: string },
  changeOf: (keys: KeyToChange) => KeyChange,
): Promise<ListedKey | null | undefined> {
  return transaction(db, async (tx) => {
    await lockKeysOf(tx, organizationId)
    const own = await lockKey(tx, ownId)
    if (!own) return undefined
    const key = await lockKey(tx, id)
    if (key?.organizationId !== organizationId) return null
    const children = await tx.kysely.selectFrom('apiKey').select(listed).where('parentId', '=', id).execute()
    const { budgets, ...change } = changeOf({ key, own, above: await keysAbove(tx, key), children })
    const row = await tx.kysely
      .updateTable('apiKey')
      .set({ id, ...change, ...(budgets !== undefined && { budgets: budgets && JSON.stringify(budgets) }) })
      .where('id', '=', id)
      .returning(listed)
      .executeTakeFirst()
    return row ?? null
  })
}

/** The keys that created a key, directly or through others. */
function keysAbove(tx: Db, { parentId }: ListedKey): Promise<ListedKey[]> {
  return tx.kysely
    .withRecursive('above', (query) =>
      query
        .selectFrom('apiKey')
        .select(['id', 'parentId'])
        .where('id', '=', parentId)
        .union(
          query
            .selectFrom('apiKey as parent')
            .innerJoin('above', 'above.parentId', 'parent.id')
            .select(['parent.id', 'parent.parentId']),
        ),
    )
    .selectFrom('apiKey')
    .select(listed)
    .where('id', 'in', (query) => query.selectFrom('above').select('above.id'))
    .execute()
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
