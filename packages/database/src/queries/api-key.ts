import { sql } from 'kysely'
import { type Db, transactionInTurn } from '../db.ts'
import type { ApiKeyRow } from '../schema/api-key.ts'
import { statement } from '../statements/statement.ts'
import { leaveSchedules, lockKeyFamily } from './key-family.ts'
import { countOfOrganization, holdOrganization } from './organization.ts'

/** The columns of an API key that authentication needs. */
export type KeyGrant = Pick<
  ApiKeyRow,
  'id' | 'organizationId' | 'profileId' | 'profileIds' | 'scopes' | 'allowedIps' | 'budgets' | 'hash' | 'expiresAt'
>

/** An API key to be stored. */
export type NewKeyRow = Omit<ApiKeyRow, 'lastUsedAt' | 'lastUsedIp'>

/** Reads a key and prevents that it is deleted before the transaction ends; undefined if none exists. */
function lockKey(tx: Db, id: string): Promise<ListedKey | undefined> {
  return tx.kysely.selectFrom('apiKey').select(listed).where('id', '=', id).forKeyShare().executeTakeFirst()
}

/**
 * Stores an API key unless its organization already has `max` keys, including expired ones. Simultaneous calls wait for
 * each other. Returns the number of keys without this one: it was stored if that is less than `max`. Returns undefined,
 * and stores nothing, if the creating key has been deleted.
 * @param parentId the key that creates the new key; null for an operator
 * @param rowOf builds the row from the creating key, which is null for an operator; if it throws, nothing is stored and
 *   the call rejects with its error
 */
export function insertApiKeyUpTo(
  db: Db,
  { organizationId, parentId, max }: { organizationId: string; parentId: string | null; max: number },
  rowOf: (parent: ListedKey | null) => NewKeyRow,
): Promise<number | undefined> {
  return transactionInTurn(db, ['organization', organizationId], async (tx) => {
    // A key that is being created and a change of its creator must not miss each other.
    await holdOrganization(tx, organizationId)
    const parent = parentId === null ? null : await lockKey(tx, parentId)
    if (parent === undefined) return undefined
    const count = await countOfOrganization(tx, organizationId, 'apiKey')
    if (count >= max) return count
    const { budgets, ...row } = rowOf(parent)
    const values = { ...row, budgets: budgets && JSON.stringify(budgets) }
    await tx.kysely.insertInto('apiKey').values(values).execute()
    return count
  })
}

const granted = 'id, organization_id, profile_id, profile_ids, scopes, allowed_ips, budgets, hash, expires_at'

const keyByHash = statement<KeyGrant>(`select ${granted} from api_key where hash = $1`)

const keysByHashes = statement<KeyGrant>(`select ${granted} from api_key where hash = any($1::bytea[])`)

/** Reads an API key by its hash, also an expired one; undefined if none exists. */
export async function findKeyByHash(db: Db, hash: Buffer): Promise<KeyGrant | undefined> {
  const [row] = await keyByHash(db, [hash])
  return row
}

/**
 * Reads API keys by their hashes, including expired ones, in no particular order. Hashes without a key are left out.
 */
export function findKeysByHashes(db: Db, hashes: Buffer[]): Promise<KeyGrant[]> {
  return keysByHashes(db, [hashes])
}

/** An API key without its hash. */
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

/** Returns the API keys of an organization, oldest first, including expired ones. */
export function listKeys(db: Db, organizationId: string): Promise<ListedKey[]> {
  return db.kysely
    .selectFrom('apiKey')
    .select(listed)
    .where('organizationId', '=', organizationId)
    .orderBy('id')
    .execute()
}

/** Reads an API key of any organization; undefined if none exists. */
export function readKey(db: Db, id: string): Promise<ListedKey | undefined> {
  return db.kysely.selectFrom('apiKey').select(listed).where('id', '=', id).executeTakeFirst()
}

/**
 * Deletes an API key and all its descendants: the keys that it created, and so on. Their schedules remain, without a
 * key. A trigger notifies all processes of each deleted key on the `NOTIFY` channel `api_key`. Returns the ids of the
 * deleted keys, oldest first; empty if the key did not exist. If the call fails, these keys may have expired already,
 * if they had more than 2,000 open schedules.
 */
export async function deleteKey(db: Db, id: string): Promise<string[]> {
  const key = await readKey(db, id)
  if (!key) return []
  await leaveSchedules(db, { id })
  return transactionInTurn(db, ['organization', key.organizationId], async (tx) => {
    // A key that a descendant is creating would be deleted without being returned.
    await holdOrganization(tx, key.organizationId)
    const family = await lockKeyFamily(tx, { id })
    const deleted = await tx.kysely
      .deleteFrom('apiKey')
      .where(sql<boolean>`id = any(${family}::uuid[])`)
      .returning('id')
      .execute()
    return deleted.map((row) => row.id).sort()
  })
}

/** The keys on which the permitted changes of an API key depend. */
export interface KeyToChange {
  /** The key to change. */
  key: ListedKey
  /** The key of the request that makes the change. */
  own: ListedKey
  /** The ancestors of `key`: the key that created it, and so on. */
  above: ListedKey[]
  /** The keys that `key` created itself. */
  children: ListedKey[]
}

/** The new values of an API key; absent ones are kept. */
export type KeyChange = Partial<
  Pick<ApiKeyRow, 'name' | 'scopes' | 'profileId' | 'profileIds' | 'allowedIps' | 'budgets' | 'expiresAt'>
>

/**
 * Changes an API key of an organization. A trigger notifies all processes on the `NOTIFY` channel `api_key` if the
 * access of the key has changed. Returns the changed key; null if it does not exist; undefined if the key of the
 * request (`ownId`) has been deleted.
 * @param changeOf decides the change; meanwhile no key of the organization is created or changed; if it throws, nothing
 *   is changed and the call rejects with its error
 */
export function changeKey(
  db: Db,
  { id, ownId, organizationId }: { id: string; ownId: string; organizationId: string },
  changeOf: (keys: KeyToChange) => KeyChange,
): Promise<ListedKey | null | undefined> {
  return transactionInTurn(db, ['organization', organizationId], async (tx) => {
    await holdOrganization(tx, organizationId)
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

/** Returns the ancestors of a key: the key that created it, and so on. */
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

/**
 * Stores when (`at`) and from where API keys were last used. Ignores keys that have been deleted.
 * @param uses the IP address of the last use, keyed by key id; an empty string if it is not known
 */
export async function touchKeys(db: Db, uses: ReadonlyMap<string, string>, at: Date): Promise<void> {
  if (uses.size === 0) return
  const [ids, addresses] = [[...uses.keys()], [...uses.values()]]
  // Locked in the order of their ids, as other processes do and a deletion does.
  const locked = sql<{ id: string; ip: string }>`(
    select api_key.id, given.ip from unnest(${ids}::uuid[], ${addresses}::text[]) as given (id, ip)
    join api_key on api_key.id = given.id order by api_key.id for no key update of api_key)`
  await db.kysely
    .updateTable('apiKey')
    .from(locked.as<'use'>(sql`use`))
    .set({ lastUsedAt: at, lastUsedIp: sql`nullif(use.ip, '')` })
    .whereRef('apiKey.id', '=', 'use.id')
    .execute()
}
