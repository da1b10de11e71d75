import { sql } from 'kysely'
import type { Db } from '../db.ts'
import type { ApiKeyRow } from '../schema/api-key.ts'
import type { DashboardSessionRow } from '../schema/dashboard-session.ts'

/** A session together with what its key permits. */
export type SessionGrant = Omit<DashboardSessionRow, 'createdAt'> &
  Pick<ApiKeyRow, 'organizationId' | 'profileId'> & { keyExpiresAt: Date | null }

/** Stores a dashboard session, which ends no later than its API key. Undefined if the key does not exist. */
export async function insertDashboardSession(
  db: Db,
  row: DashboardSessionRow,
): Promise<DashboardSessionRow | undefined> {
  const { rows } = await sql<DashboardSessionRow>`
    insert into dashboard_session (hash, key_id, created_at, last_used_at, expires_at)
      select ${row.hash}, id, ${row.createdAt}::timestamptz, ${row.lastUsedAt}::timestamptz,
        least(${row.expiresAt}::timestamptz, expires_at)
      from api_key where id = ${row.keyId} for key share
      returning *`.execute(db.kysely)
  return rows[0]
}

/** Deletes the least recently used sessions of a key above `max`, except the one with `hash`. */
export async function trimDashboardSessions(
  db: Db,
  { hash, keyId }: Pick<DashboardSessionRow, 'hash' | 'keyId'>,
  max: number,
): Promise<void> {
  const others = db.kysely
    .selectFrom('dashboardSession')
    .select('hash')
    .where('keyId', '=', keyId)
    .where('hash', '<>', hash)
    .orderBy('lastUsedAt', 'desc')
    .offset(max - 1)
  await db.kysely.deleteFrom('dashboardSession').where('hash', 'in', others).execute()
}

/** Reads dashboard sessions by their hashes, including ended ones. */
export function findDashboardSessions(db: Db, hashes: readonly Buffer[]): Promise<SessionGrant[]> {
  return db.kysely
    .selectFrom('dashboardSession as session')
    .innerJoin('apiKey as key', 'key.id', 'session.keyId')
    .select(['session.hash', 'session.keyId', 'session.lastUsedAt', 'session.expiresAt'])
    .select(['key.organizationId', 'key.profileId', 'key.expiresAt as keyExpiresAt'])
    .where(sql<boolean>`session.hash = any(${hashes}::bytea[])`)
    .execute()
}

/** Sets the time of the last use of a dashboard session. */
export async function touchDashboardSession(db: Db, hash: Buffer, at: Date): Promise<void> {
  await db.kysely.updateTable('dashboardSession').set({ lastUsedAt: at }).where('hash', '=', hash).execute()
}

/** Ends a dashboard session. */
export async function deleteDashboardSession(db: Db, hash: Buffer): Promise<void> {
  await db.kysely.deleteFrom('dashboardSession').where('hash', '=', hash).execute()
}

/** Deletes all dashboard sessions of an API key. */
export async function deleteDashboardSessionsOf(db: Db, keyId: string): Promise<void> {
  await db.kysely.deleteFrom('dashboardSession').where('keyId', '=', keyId).execute()
}
