import type { Platform } from '@carillon/domain'
import type { Insertable } from 'kysely'
import { type Db, transactionInTurn } from '../db.ts'
import type { AccountRow } from '../schema/account.ts'
import type { ConnectLinkRow, ConnectLinkTable } from '../schema/connect-link.ts'

/**
 * Stores a connect link. Returns false, and stores nothing, if its profile already has `max` links that have not
 * expired. Simultaneous calls for a profile wait for each other.
 */
export function insertConnectLinkUpTo(db: Db, row: Insertable<ConnectLinkTable>, max: number): Promise<boolean> {
  return transactionInTurn(db, ['profile', row.profileId], async (tx) => {
    const profile = tx.kysely.selectFrom('profile').select('id').where('id', '=', row.profileId)
    await profile.forNoKeyUpdate().execute()
    const open = await listConnectLinks(tx, { profileId: row.profileId, now: row.createdAt })
    if (open.length >= max) return false
    await tx.kysely.insertInto('connectLink').values(row).execute()
    return true
  })
}

/** Returns the connect links of a profile that have not expired, newest first. */
export function listConnectLinks(
  db: Db,
  { profileId, now }: { profileId: string; now: Date },
): Promise<ConnectLinkRow[]> {
  return db.kysely
    .selectFrom('connectLink')
    .selectAll()
    .where('profileId', '=', profileId)
    .where('expiresAt', '>', now)
    .orderBy('id', 'desc')
    .execute()
}

/** Deletes a connect link of a profile. Returns false if it did not exist. */
export async function deleteConnectLink(
  db: Db,
  { id, profileId }: Pick<ConnectLinkRow, 'id' | 'profileId'>,
): Promise<boolean> {
  const { numDeletedRows } = await db.kysely
    .deleteFrom('connectLink')
    .where('id', '=', id)
    .where('profileId', '=', profileId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** A connect link, and what its page shows of its organization. */
export interface OpenConnectLink extends ConnectLinkRow {
  organizationName: string
  color: string | null
  /** The hash of the organization's logo; null if it has none. */
  logoHash: Buffer | null
}

/** Reads a connect link by the SHA-256 of its token; undefined if none exists or it has expired. */
export function findConnectLink(db: Db, hash: Buffer, now: Date): Promise<OpenConnectLink | undefined> {
  return db.kysely
    .selectFrom('connectLink')
    .innerJoin('organization', 'organization.id', 'connectLink.organizationId')
    .leftJoin('organizationLogo', 'organizationLogo.organizationId', 'connectLink.organizationId')
    .selectAll('connectLink')
    .select(['organization.name as organizationName', 'organization.color', 'organizationLogo.hash as logoHash'])
    .where('tokenHash', '=', hash)
    .where('expiresAt', '>', now)
    .executeTakeFirst()
}

/**
 * Counts an authorization that is started from a connect link. Returns false if `max` were started already, or the link
 * has expired or been deleted.
 */
export async function countConnectLinkStart(
  db: Db,
  id: string,
  { max, now }: { max: number; now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db.kysely
    .updateTable('connectLink')
    .set(({ eb }) => ({ starts: eb('starts', '+', 1), lastUsedAt: now }))
    .where('id', '=', id)
    .where('starts', '<', max)
    .where('expiresAt', '>', now)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/**
 * Binds a connection session to the browser that started it: no other browser can complete it. Replaces an earlier
 * binding. Does nothing if the session does not exist.
 * @param browserHash SHA-256 of the browser's cookie
 */
export async function bindSession(db: Db, id: string, browserHash: Buffer): Promise<void> {
  await db.kysely.updateTable('connectionSession').set({ browserHash }).where('id', '=', id).execute()
}

/** Returns up to 200 accounts of a profile on these platforms, oldest first, for the page of a connect link. */
export function accountsOfLink(
  db: Db,
  { profileId, platforms }: { profileId: string; platforms: readonly Platform[] },
): Promise<Pick<AccountRow, 'platform' | 'displayName' | 'displayIdentifier' | 'authMethod' | 'status'>[]> {
  return db.kysely
    .selectFrom('account')
    .select(['platform', 'displayName', 'displayIdentifier', 'authMethod', 'status'])
    .where('profileId', '=', profileId)
    .where('platform', 'in', [...platforms])
    .orderBy('id')
    .limit(200)
    .execute()
}
