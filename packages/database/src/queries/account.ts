import { type Platform, profilesOf, type Scope } from '@carillon/domain'
import { type Insertable, sql, type Updateable } from 'kysely'
import type { Db } from '../db.ts'
import type { AccountRow, AccountTable } from '../schema/account.ts'
import { matching } from '../statements/matching.ts'
import { ofProfiles } from '../statements/of-profiles.ts'
import { hasRows } from '../statements/results.ts'
import { selectAccounts } from './account-with-credential.ts'
import type { ListPage } from './list-page.ts'

/** Selects accounts; absent fields select all. `limit` and `after` select a page. */
export interface AccountFilter extends ListPage {
  platforms?: readonly Platform[]
  accountId?: string
  profileId?: string
}

function reachable(db: Db, scope: Scope) {
  return selectAccounts(db)
    .where('account.organizationId', '=', scope.organizationId)
    .where(ofProfiles(profilesOf(scope), 'account.profileId'))
}

/** Returns the accounts within a scope (organization and profiles) that match a filter, earliest connected first. */
export function listAccounts(db: Db, scope: Scope, filter: AccountFilter): Promise<AccountRow[]> {
  return inOrder(db, scope, filter).execute()
}

/**
 * Returns the first `count` accounts within a scope that match a filter, earliest connected first, for a list of all of
 * them. Unlike that of a page, which `filter` limits, the statement is prepared: the server plans it once, and may read
 * and sort all accounts that match.
 */
export function listFirstAccounts(db: Db, scope: Scope, filter: AccountFilter, count: number): Promise<AccountRow[]> {
  return inOrder(db, scope, filter).limit(sql.lit(count)).execute()
}

/** Returns the ids of accounts in a scope (organization and profiles) that match a filter, earliest connected first. */
export async function listAccountIds(db: Db, scope: Scope, filter: AccountFilter): Promise<string[]> {
  const rows = await inOrder(db, scope, filter).clearSelect().select('account.id').execute()
  return rows.map(({ id }) => id)
}

/**
 * Returns the accounts with these ids that exist within a scope (an organization, or some of its profiles), in the
 * order of `ids`. Ids without such an account are left out.
 */
export async function listAccountsById(db: Db, scope: Scope, ids: readonly string[]): Promise<AccountRow[]> {
  const rows = await reachable(db, scope).where(sql<boolean>`account.id = any(${ids}::uuid[])`).execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

function inOrder(db: Db, scope: Scope, filter: AccountFilter) {
  const { accountId, profileId, platforms, limit, after } = filter
  let query = reachable(db, scope).where(matching<'account'>({ id: accountId, profileId }))
  if (platforms !== undefined) query = query.where('account.platform', 'in', platforms)
  if (after) query = query.where(sql<boolean>`(connected_at, id) > (${after.at}::timestamptz, ${after.id}::uuid)`)
  if (limit !== undefined) query = query.limit(limit)
  return query.orderBy('account.connectedAt').orderBy('account.id')
}

/**
 * Returns Carillon's id of a profile's account that has the id `providerId` at the network; undefined if the profile
 * has no such account.
 */
export async function findConnected(
  db: Db,
  { profileId, platform, providerId }: { profileId: string; platform: Platform; providerId: string },
): Promise<string | undefined> {
  const wanted = matching<'account'>({ profileId, platform, providerId })
  const row = await db.kysely.selectFrom('account').select('id').where(wanted).executeTakeFirst()
  return row?.id
}

/**
 * Returns whether a profile has an account on a platform that the user has to reconnect, because it has expired or
 * lacks a permission.
 */
export async function hasAccountToRenew(
  db: Db,
  { profileId, platform }: { profileId: string; platform: Platform },
): Promise<boolean> {
  const accounts = db.kysely.selectFrom('account').where(matching<'account'>({ profileId, platform }))
  return hasRows(accounts.where(sql<boolean>`(status = 'expired' or cardinality(missing_scopes) > 0)`))
}

/**
 * Returns the oldest account of a profile on a platform, for platforms on which a profile can have only one; undefined
 * if none exists.
 */
export function findAccountInProfile(
  db: Db,
  { profileId, platform }: { profileId: string; platform: Platform },
): Promise<Pick<AccountRow, 'id' | 'providerId' | 'ownerId'> | undefined> {
  return db.kysely
    .selectFrom('account')
    .select(['id', 'providerId', 'ownerId'])
    .where(matching<'account'>({ profileId, platform }))
    .orderBy('connectedAt')
    .limit(1)
    .executeTakeFirst()
}

/** Sets the network's id of an account. Does nothing if the account does not exist. */
export async function setProviderId(db: Db, id: string, providerId: string): Promise<void> {
  await db.kysely.updateTable('account').set({ providerId }).where('id', '=', id).execute()
}

/** New values of columns of an account; absent ones are kept. */
type AccountChanges = Pick<AccountRow, 'updatedAt'> &
  Pick<
    Updateable<AccountTable>,
    'displayIdentifier' | 'displayName' | 'scopes' | 'missingScopes' | 'quality' | 'analytics' | 'inbox'
  >

/**
 * Changes columns of an account. Returns false, without a change, if the account does not exist or all columns in
 * `changes` but `updatedAt` have these values already.
 */
export async function setAccountColumns(db: Db, id: string, changes: AccountChanges): Promise<boolean> {
  const { updatedAt: _at, ...others } = changes
  const differing = Object.entries(others)
    .filter(([, value]) => value !== undefined)
    .map(([column, value]) => sql<boolean>`${sql.ref(column)} is distinct from ${value}`)
  const { numUpdatedRows } = await db.kysely
    .updateTable('account')
    .set(changes)
    .where('id', '=', id)
    .where(({ or }) => or(differing))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/**
 * Stores a connected account. If the profile already has an account with this `providerId` on the platform, updates the
 * columns in `row`, except for `id` and `connectedAt`, and sets `expiredReason` and `warnedDays` to null. Returns
 * Carillon's id of the account.
 */
export async function upsertAccount(
  db: Db,
  row: Omit<Insertable<AccountTable>, 'analytics' | 'inbox'>,
): Promise<string> {
  const { id: _id, organizationId: _organization, profileId: _profile, connectedAt: _connected, ...renewed } = row
  const { id } = await db.kysely
    .insertInto('account')
    .values(row)
    .onConflict((conflict) =>
      conflict.constraint('account_provider').doUpdateSet({ ...renewed, expiredReason: null, warnedDays: null }),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Reads an account of any organization, for jobs; undefined if it has been deleted. */
export function findAccountForWorker(db: Db, id: string): Promise<AccountRow | undefined> {
  return selectAccounts(db).where('account.id', '=', id).executeTakeFirst()
}

/**
 * Returns a page of the connected accounts of all organizations on some platforms, in the order of their ids, for
 * operators.
 * @param after the id of the last account of the previous page; null for the first page
 */
export function listConnectedAccounts(
  db: Db,
  { platforms, after, limit }: { platforms: readonly Platform[]; after: string | null; limit: number },
): Promise<AccountRow[]> {
  const connected = selectAccounts(db)
    .where('account.status', '=', 'connected')
    .where('account.platform', 'in', platforms)
  const rest = after === null ? connected : connected.where('account.id', '>', after)
  return rest.orderBy('account.id').limit(limit).execute()
}

/**
 * Returns whether another stored account, of any organization and profile, has the same `providerId` or the same
 * `ownerId` on the platform. An empty `providerId` and a null `ownerId` match none.
 */
export async function isConnectedElsewhere(
  db: Db,
  { id, platform, providerId, ownerId }: Pick<AccountRow, 'id' | 'platform' | 'providerId' | 'ownerId'>,
): Promise<boolean> {
  const others = db.kysely.selectFrom('account').where('platform', '=', platform).where('id', '!=', id)
  return hasRows(
    others.where(({ eb, or }) =>
      or([...(providerId === '' ? [] : [eb('providerId', '=', providerId)]), eb('ownerId', '=', ownerId)]),
    ),
  )
}

/** The columns of an account that decide which events of its network it receives. */
export type ReceivingAccount = Pick<
  AccountRow,
  'id' | 'providerId' | 'ownerId' | 'authMethod' | 'missingScopes' | 'expiredReason'
>

/**
 * Returns the accounts of all organizations on a platform whose `providerId` or `ownerId` is one of `providerIds`, in
 * no particular order.
 */
export function listAccountsOf(
  db: Db,
  platform: Platform,
  providerIds: readonly string[],
): Promise<ReceivingAccount[]> {
  const ids = sql`any(${providerIds}::text[])`
  return db.kysely
    .selectFrom('account')
    .select(['id', 'providerId', 'ownerId', 'authMethod', 'missingScopes', 'expiredReason'])
    .where('platform', '=', platform)
    .where(sql<boolean>`(provider_id = ${ids} or owner_id = ${ids})`)
    .execute()
}
