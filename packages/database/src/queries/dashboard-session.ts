import { sql } from 'kysely'
import type { Db } from '../db.ts'
import type { ApiKeyRow } from '../schema/api-key.ts'
import type { DashboardSessionRow } from '../schema/dashboard-session.ts'

/** A session together with what its key permits. */
export type SessionGrant = Omit<DashboardSessionRow, 'created_at'> &
  Pick<ApiKeyRow, 'organization_id' | 'profile_id'> & { key_expires_at: Date | null }

/** Stores a dashboard session, which ends no later than its API key. Undefined if the key does not exist. */
export async function insertDashboardSession(
  db: Db,
  row: DashboardSessionRow,
): Promise<DashboardSessionRow | undefined> {
  const { rows } = await sql<DashboardSessionRow>`
    insert into dashboard_session (hash, key_id, created_at, last_used_at, expires_at)
      select ${row.hash}, id, ${row.created_at}::timestamptz, ${row.last_used_at}::timestamptz,
        least(${row.expires_at}::timestamptz, expires_at)
      from api_key where id = ${row.key_id} for key share
      returning *`.execute(db.kysely)
  return rows[0]
}

/** Deletes the least recently used sessions of a key above `max`, except the one with `hash`. */
export async function trimDashboardSessions(
  db: Db,
  { hash, key_id }: Pick<DashboardSessionRow, 'hash' | 'key_id'>,
  max: number,
): Promise<void> {
  const others = db.kysely
    .selectFrom('dashboard_session')
    .select('hash')
    .where('key_id', '=', key_id)
    .where('hash', '<>', hash)
    .orderBy('last_used_at', 'desc')
    .offset(max - 1)
  await db.kysely.deleteFrom('dashboard_session').where('hash', 'in', others).execute()
}

/** Reads dashboard sessions by their hashes, including ended ones. */
export function findDashboardSessions(db: Db, hashes: readonly Buffer[]): Promise<SessionGrant[]> {
  return db.kysely
    .selectFrom('dashboard_session as session')
    .innerJoin('api_key as key', 'key.id', 'session.key_id')
    .select(['session.hash', 'session.key_id', 'session.last_used_at', 'session.expires_at'])
    .select(['key.organization_id', 'key.profile_id', 'key.expires_at as key_expires_at'])
    .where(sql<boolean>`session.hash = any(${hashes}::bytea[])`)
    .execute()
}

/** Sets the time of the last use of a dashboard session. */
export async function touchDashboardSession(db: Db, hash: Buffer, at: Date): Promise<void> {
  await db.kysely.updateTable('dashboard_session').set({ last_used_at: at }).where('hash', '=', hash).execute()
}

/** Ends a dashboard session. */
export async function deleteDashboardSession(db: Db, hash: Buffer): Promise<void> {
  await db.kysely.deleteFrom('dashboard_session').where('hash', '=', hash).execute()
}

/** Deletes all dashboard sessions of an API key. */
export async function deleteDashboardSessionsOf(db: Db, keyId: string): Promise<void> {
  await db.kysely.deleteFrom('dashboard_session').where('key_id', '=', keyId).execute()
}
