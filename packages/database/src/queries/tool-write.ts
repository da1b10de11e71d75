import { sql } from 'kysely'
import type { Db } from '../db.ts'
import type { NewToolWrite, ToolWriteRow } from '../schema/tool-write.ts'
import { matching } from '../statements/matching.ts'

type Name = Pick<ToolWriteRow, 'keyId' | 'requestId'>

/**
 * Stores an external write that an MCP tool call is to make, unless its API key has used the request id before. Returns
 * the stored row, which may be that of the earlier call; undefined if the row of the earlier call was deleted in
 * between.
 */
export async function storeToolWrite(db: Db, row: NewToolWrite): Promise<ToolWriteRow | undefined> {
  await db.kysely
    .insertInto('toolWrite')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return findToolWrite(db, row)
}

/**
 * Deletes writes of an API key that an MCP tool has validated and stored with their payload, but that no tool call has
 * begun to make. The `max` that expire last are kept.
 */
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

/**
 * Reads the external write that an MCP tool call makes or made, by API key and request id; undefined if none exists.
 */
export function findToolWrite(db: Db, { keyId, requestId }: Name): Promise<ToolWriteRow | undefined> {
  return db.kysely
    .selectFrom('toolWrite')
    .selectAll()
    .select(sql<boolean>`coalesce(claimed_until > clock_timestamp(), false)`.as('isClaimed'))
    .where(matching<'toolWrite'>({ keyId, requestId }))
    .executeTakeFirst()
}

/**
 * Claims the write of an MCP tool call for `seconds`, so that no other call makes it meanwhile. Returns the time, by
 * the database's clock, until which the caller may store the external write or schedule (`storeBefore`), and whether no
 * earlier claim may have stored one (`isFirst`); undefined if another call's claim lasts, or if the row has expired at
 * `now` or does not exist.
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
    .where(matching<'toolWrite'>({ keyId, requestId }))
    .where('expiresAt', '>', now)
    .where(sql<boolean>`(claimed_until is null or claimed_until <= clock_timestamp())`)
    .returning([sql<Date>`claimed_until`.as('storeBefore'), sql<boolean>`claims = 1`.as('isFirst')])
    .executeTakeFirst()
}

/**
 * Ends a claim after which nothing was stored, so that another call can make the write: its claim is the first one
 * again (`isFirst`). Does nothing if another call has claimed the write since.
 * @param claimedUntil `storeBefore`, as `claimToolWrite` returned it
 */
export async function releaseToolWrite(db: Db, { keyId, requestId }: Name, claimedUntil: Date): Promise<void> {
  await db.kysely
    .updateTable('toolWrite')
    .set({ claimedUntil: null, claims: 0 })
    .where(matching<'toolWrite'>({ keyId, requestId }))
    .where('claimedUntil', '=', claimedUntil)
    .execute()
}

/**
 * Deletes the encrypted payload of an MCP tool call's write. Call it once the external write or schedule that contains
 * the payload is stored. Does nothing if the row does not exist.
 */
export async function dropToolPayload(db: Db, { keyId, requestId }: Name): Promise<void> {
  const change = db.kysely.updateTable('toolWrite').set({ payload: null })
  await change.where(matching<'toolWrite'>({ keyId, requestId })).execute()
}
