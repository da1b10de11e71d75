import type { Db } from '../db.ts'
import type { AllowedOriginTable } from '../schema/allowed-origin.ts'

/** Adds an allowed origin; does nothing if it is already allowed. */
export async function allowOrigin(db: Db, row: AllowedOriginTable): Promise<void> {
  await db.kysely
    .insertInto('allowedOrigin')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Removes an allowed origin. Returns false if it was not allowed. */
export async function denyOrigin(db: Db, { organizationId, origin }: AllowedOriginTable): Promise<boolean> {
  const { numDeletedRows } = await db.kysely
    .deleteFrom('allowedOrigin')
    .where('organizationId', '=', organizationId)
    .where('origin', '=', origin)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Returns the allowed origins of an organization in alphabetical order. */
export async function listOrigins(db: Db, organizationId: string): Promise<string[]> {
  const rows = await db.kysely
    .selectFrom('allowedOrigin')
    .select('origin')
    .where('organizationId', '=', organizationId)
    .orderBy('origin')
    .execute()
  return rows.map(({ origin }) => origin)
}

/** Returns whether an organization allows exactly this origin. */
export async function originIsAllowed(db: Db, { organizationId, origin }: AllowedOriginTable): Promise<boolean> {
  const row = await db.kysely
    .selectFrom('allowedOrigin')
    .select('origin')
    .where('organizationId', '=', organizationId)
    .where('origin', '=', origin)
    .executeTakeFirst()
  return row !== undefined
}
