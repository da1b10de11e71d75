import { sql } from 'kysely'
import type { Db } from '../db.ts'
import type { NewToolWrite, ToolWriteRow } from '../schema/tool-write.ts'

type Name = Pick<ToolWriteRow, 'keyId' | 'requestId'>

/** Stores a write of a tool, unless its key has used the request id before. Returns the row that is stored then. */
export async function storeToolWrite(db: Db, row: NewToolWrite): Promise<ToolWriteRow | undefined> {
  await db.kysely
    .insertInto('toolWrite')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return findToolWrite(db, row)
}

/** Deletes what a key has checked and not begun to write above `max`, the oldest first. */
export async function trimToolWrites(db: Db, keyId: string, max: number): Promise<void> {
  const older = db.kysely
    .selectFrom('toolWrite')
    .select('requestId')
    .where('keyId', '=', keyId)
    .where('payload', 'is not', null)
    .where('claimedUntil', 'is', null)
    .orderBy('expiresAt', 'desc')
    .offset(max)
  await db.kysely.deleteFrom('toolWrite').where('keyId', '=', keyId).where('requestId', 'in', older).execute()
}

/** Reads a write of a tool. */
export function findToolWrite(db: Db, { keyId, requestId }: Name): Promise<ToolWriteRow | undefined> {
  return db.kysely
    .selectFrom('toolWrite')
    .selectAll()
    .select(sql<boolean>`coalesce(claimed_until > clock_timestamp(), false)`.as('isClaimed'))
    .where('keyId', '=', keyId)
    .where('requestId', '=', requestId)
    .executeTakeFirst()
}

/**
 * Claims a write for `seconds`, unless another call has claimed it and may still store it, or it has expired at `now`.
 * The clock of claims is that of the database, by which the journal also stores a write in time or never.
 * Returns until when the write has to be stored, and whether an earlier claim may have stored it.
 */
export function claimToolWrite(
  db: Db,
  { keyId, requestId }: Name,
  { seconds, now }: { seconds: number; now: Date },
): Promise<{ storeBefore: Date; isFirst: boolean } | undefined> {
  // In milliseconds, so that the time can be sent as text.
  const until = sql<Date>`date_trunc('milliseconds', clock_timestamp() + make_interval(secs => ${seconds}))`
  return db.kysely
    .updateTable('toolWrite')
    .set({ claimedUntil: until, claims: sql<number>`claims + 1` })
    .where('keyId', '=', keyId)
    .where('requestId', '=', requestId)
    .where('expiresAt', '>', now)
    .where(sql<boolean>`(claimed_until is null or claimed_until <= clock_timestamp())`)
    .returning([sql<Date>`claimed_until`.as('storeBefore'), sql<boolean>`claims = 1`.as('isFirst')])
    .executeTakeFirst()
}

/** Lets another call write, after nothing was stored. */
export async function releaseToolWrite(db: Db, { keyId, requestId }: Name, claimedUntil: Date): Promise<void> {
  await db.kysely
    .updateTable('toolWrite')
    .set({ claimedUntil: null, claims: 0 })
    .where('keyId', '=', keyId)
    .where('requestId', '=', requestId)
    .where('claimedUntil', '=', claimedUntil)
    .execute()
}

/** Forgets what was checked, once it is written. */
export async function dropToolPayload(db: Db, { keyId, requestId }: Name): Promise<void> {
  await db.kysely
    .updateTable('toolWrite')
    .set({ payload: null })
    .where('keyId', '=', keyId)
    .where('requestId', '=', requestId)
    .execute()
}
