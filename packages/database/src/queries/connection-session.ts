import { limits, type Platform } from '@carillon/domain'
import { type Insertable, sql } from 'kysely'
import type { Db, Tx } from '../db.ts'
import type { ConnectionSessionRow, ConnectionSessionTable } from '../schema/connection-session.ts'
import { firstIdOf } from '../statements/first-id.ts'
import { matching } from '../statements/matching.ts'
import { hasRows } from '../statements/results.ts'
import { readWanted } from '../statements/wanted.ts'

/** Stores a new connection session. */
export async function insertSession(db: Db, row: Insertable<ConnectionSessionTable>): Promise<void> {
  await db.kysely.insertInto('connectionSession').values(row).execute()
}

/**
 * Reads a connection session within a scope, which has to name profiles; undefined if none exists. Simultaneous calls
 * share one query.
 */
export const findSession = readWanted<ConnectionSessionRow>({
  select: 'connection_session.*',
  from: `join connection_session on connection_session.id = wanted.id
      and connection_session.organization_id = wanted.organization_id
      and connection_session.profile_id = any(wanted.profile_ids::uuid[])`,
})

/** The status of the sessions that are found by a hash. */
const waiting = { stateHash: 'pending', selectionHash: 'awaiting_selection' } as const

type SingleUse = keyof typeof waiting

/**
 * Reads a connection session by a hash and removes the hash, so that only one of two simultaneous callbacks gets the
 * session. `stateHash` is the hash of the token of the authorization (the OAuth `state`, or that of a sign-up page) and
 * finds a `pending` session; `selectionHash` is that of the token in the URL of the selection page and finds a session
 * that is `awaiting_selection`. Undefined if no such session exists, or it has expired at `now` or belongs to another
 * platform.
 */
export async function claimSession(
  db: Db,
  column: SingleUse,
  { hash, platform, now }: { hash: Buffer; platform: Platform; now: Date },
): Promise<ConnectionSessionRow | undefined> {
  return db.kysely
    .updateTable('connectionSession')
    .set({ [column]: null })
    .where(column, '=', hash)
    .where(matching<'connectionSession'>({ platform, status: waiting[column] }))
    .where('expiresAt', '>', now)
    .returningAll()
    .executeTakeFirst()
}

/**
 * Stores the encrypted result of the authorization so far in a connection session, replacing an earlier one. Returns
 * false, without a change, if the session is not `pending` or does not exist.
 */
export async function keepInSession(db: Db, id: string, ciphertext: Buffer): Promise<boolean> {
  const pending = matching<'connectionSession'>({ id, status: 'pending' })
  const change = db.kysely.updateTable('connectionSession').set({ ciphertext }).where(pending)
  return (await change.executeTakeFirst()).numUpdatedRows > 0n
}

/** Returns an id below those of all sessions that can be completed at a time or later, which are the newest. */
const firstOpenAt = (at: Date) => firstIdOf(new Date(at.getTime() - 2 * limits.sessionMinutes * 60_000))

/** Builds a query for sessions of a platform whose user has authorized accounts that are not stored yet. */
function authorizing(db: Db, { platform, now }: { platform: Platform; now: Date }) {
  return db.kysely
    .selectFrom('connectionSession')
    .where('id', '>', firstOpenAt(now))
    .where('platform', '=', platform)
    .where('expiresAt', '>', now)
    .where(({ eb, or, and }) =>
      or([eb('status', '=', 'awaiting_selection'), and([eb('status', '=', 'pending'), eb('stateHash', 'is', null)])]),
    )
}

/**
 * Returns whether a user has authorized accounts of a platform for an organization and they are not stored yet: the
 * code is being exchanged, or the user has to select or confirm them. Sessions that have expired at `now` do not count.
 */
export function isAuthorizing(
  db: Db,
  { organizationId, platform, now }: { organizationId: string; platform: Platform; now: Date },
): Promise<boolean> {
  return hasRows(authorizing(db, { platform, now }).where('organizationId', '=', organizationId))
}

/** A session whose user has authorized accounts that are not stored yet. */
export type AuthorizingSession = Pick<ConnectionSessionRow, 'id' | 'status' | 'ciphertext'>

/**
 * Returns up to `max` sessions of a platform that have not expired at `now`, in no particular order, whose user has
 * authorized accounts that are not stored yet, and that have a ciphertext. Those of the organization `exceptOf` are
 * left out.
 */
export function listAuthorizing(
  db: Db,
  { exceptOf, max, ...of }: { exceptOf: string; platform: Platform; now: Date; max: number },
): Promise<AuthorizingSession[]> {
  return authorizing(db, of)
    .select(['id', 'status', 'ciphertext'])
    .where('organizationId', '!=', exceptOf)
    .where('ciphertext', 'is not', null)
    .limit(max)
    .execute()
}

/**
 * Returns those of `accountIds` that a connection session has connected or reconnected after `since`, in no particular
 * order. Sessions are kept for 30 days after their end.
 */
export async function listReconnected(
  db: Db,
  { accountIds, since }: { accountIds: readonly string[]; since: Date },
): Promise<string[]> {
  const connected = sql<{ id: string }>`unnest(account_ids)`.as<'connected'>(sql`connected (id)`)
  const all = db.kysely.selectFrom(['connectionSession', connected]).select('connected.id').distinct()
  const recent = all.where('connectionSession.id', '>', firstOpenAt(since)).where('completedAt', '>', since)
  const rows = await recent.where('connected.id', '=', sql<string>`any(${accountIds}::uuid[])`).execute()
  return rows.map(({ id }) => id)
}

/** Reads a connection session of any organization, for jobs; undefined if it has been deleted. */
export function findSessionForWorker(db: Db, id: string): Promise<ConnectionSessionRow | undefined> {
  return db.kysely.selectFrom('connectionSession').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Reads a connection session and locks its row until the transaction ends; undefined if it has been deleted. */
export function lockSession(tx: Tx, id: string): Promise<ConnectionSessionRow | undefined> {
  return tx.kysely.selectFrom('connectionSession').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

/**
 * Reads the `pending` connection session with the `stateHash` `hash`, or the `awaiting_selection` one with the
 * `selectionHash` `hash`. Unlike `claimSession`, it keeps the hash. Undefined if no such session exists, or it has
 * expired at `now`.
 * @param platform finds only a session of this platform; absent for any
 */
export function findByHash(
  db: Db,
  column: SingleUse,
  { hash, platform, now }: { hash: Buffer; platform?: Platform; now: Date },
): Promise<ConnectionSessionRow | undefined> {
  return db.kysely
    .selectFrom('connectionSession')
    .selectAll()
    .where(column, '=', hash)
    .where(matching<'connectionSession'>({ platform, status: waiting[column] }))
    .where('expiresAt', '>', now)
    .executeTakeFirst()
}

/**
 * Sets a connection session to `awaiting_selection`. Returns false, without a change, if it has ended (`completed` or
 * `failed`) or does not exist.
 * @param selectionHash the hash of the token in the URL of the selection page
 * @param ciphertext the accounts to select from, encrypted, which replace the stored ciphertext; null to store none
 */
export async function awaitSelection(
  db: Db,
  id: string,
  { selectionHash, ciphertext }: { selectionHash: Buffer; ciphertext: Buffer | null },
): Promise<boolean> {
  const { numUpdatedRows } = await db.kysely
    .updateTable('connectionSession')
    .set({ status: 'awaiting_selection', selectionHash, ciphertext })
    .where('id', '=', id)
    .where('status', 'in', ['pending', 'awaiting_selection'])
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/**
 * Sets a connection session whose user has made a selection back to `pending`. Does nothing if its status is not
 * `awaiting_selection`.
 * @param ciphertext the state for completing the session, encrypted
 */
export async function resumeSession(db: Db, id: string, ciphertext: Buffer): Promise<void> {
  const selecting = matching<'connectionSession'>({ id, status: 'awaiting_selection' })
  await db.kysely.updateTable('connectionSession').set({ status: 'pending', ciphertext }).where(selecting).execute()
}

/**
 * Sets a connection session to `completed`, whatever its status, stores Carillon's ids of its accounts, and deletes its
 * encrypted secrets. Returns the session.
 * @throws Error if the session does not exist
 */
export function completeSession(
  db: Db,
  id: string,
  done: { accountIds: string[]; at: Date },
): Promise<ConnectionSessionRow> {
  return db.kysely
    .updateTable('connectionSession')
    .set({ status: 'completed', accountIds: done.accountIds, completedAt: done.at, ciphertext: null })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/**
 * Sets a connection session to `failed` with an error, and deletes its encrypted secrets. Returns the session;
 * undefined, without a change, if it has already ended or does not exist.
 */
export function failSession(
  db: Db,
  id: string,
  { code, message, at }: { code: string; message: string; at: Date },
): Promise<ConnectionSessionRow | undefined> {
  return db.kysely
    .updateTable('connectionSession')
    .set({ status: 'failed', errorCode: code, errorMessage: message, completedAt: at, ciphertext: null })
    .where('id', '=', id)
    .where('status', 'in', ['pending', 'awaiting_selection'])
    .returningAll()
    .executeTakeFirst()
}
