import { keysOf } from '@carillon/errors'
import { sql } from 'kysely'
import type { Db } from '../db.ts'
import type { ApiKeyRow } from '../schema/api-key.ts'
import type { DashboardSessionRow } from '../schema/dashboard-session.ts'
import { selected } from '../statements/selected.ts'

/** A dashboard session with the access of its API key. */
export type SessionGrant = Omit<DashboardSessionRow, 'createdAt'> &
  Pick<ApiKeyRow, 'organizationId' | 'profileId' | 'profileIds' | 'scopes' | 'allowedIps' | 'budgets'> & {
    keyExpiresAt: Date | null
  }

/**
 * Stores a dashboard session, which ends no later than its API key. Returns the stored session; undefined, without a
 * change, if the key does not exist.
 */
export function insertDashboardSession(
  db: Db,
  { keyId, expiresAt, ...row }: DashboardSessionRow,
): Promise<DashboardSessionRow | undefined> {
  const end = sql<Date>`least(${expiresAt}::timestamptz, expires_at)`
  return db.kysely
    .insertInto('dashboardSession')
    .columns([...keysOf(row), 'keyId', 'expiresAt'])
    .expression(({ selectFrom }) =>
      selectFrom('apiKey')
        .select([...selected(row), 'id as keyId', end.as('expiresAt')])
        .where('id', '=', keyId)
        .forKeyShare(),
    )
    .returningAll()
    .executeTakeFirst()
}

/**
 * Deletes sessions of an API key so that at most `max` remain: the one with `hash`, and of the others those that were
 * used last.
 */
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

/**
 * Reads dashboard sessions by the hashes of their tokens, including ended ones that are still stored. Hashes without a
 * session are left out.
 */
export function findDashboardSessions(db: Db, hashes: readonly Buffer[]): Promise<SessionGrant[]> {
  return db.kysely
    .selectFrom('dashboardSession as session')
    .innerJoin('apiKey as key', 'key.id', 'session.keyId')
    .select(['session.hash', 'session.keyId', 'session.lastUsedAt', 'session.expiresAt'])
    .select(['key.organizationId', 'key.profileId', 'key.profileIds', 'key.scopes', 'key.allowedIps', 'key.budgets'])
    .select('key.expiresAt as keyExpiresAt')
    .where(sql<boolean>`session.hash = any(${hashes}::bytea[])`)
    .execute()
}

/** Stores the time of the last use of a dashboard session; does nothing if it is not stored. */
export async function touchDashboardSession(db: Db, hash: Buffer, at: Date): Promise<void> {
  await db.kysely.updateTable('dashboardSession').set({ lastUsedAt: at }).where('hash', '=', hash).execute()
}

/** Ends a dashboard session; does nothing if it has ended. */
export async function deleteDashboardSession(db: Db, hash: Buffer): Promise<void> {
  await db.kysely.deleteFrom('dashboardSession').where('hash', '=', hash).execute()
}

/** Ends all dashboard sessions of an API key. */
export async function deleteDashboardSessionsOf(db: Db, keyId: string): Promise<void> {
  await db.kysely.deleteFrom('dashboardSession').where('keyId', '=', keyId).execute()
}
