import { type Db, transactionInTurn } from '../db.ts'
import type { AllowedOriginTable } from '../schema/allowed-origin.ts'
import { hasRows } from '../statements/results.ts'
import { countOfOrganization, holdOrganization } from './organization.ts'

/**
 * Adds an allowed origin unless its organization already has `max` of them; does nothing if it is already allowed.
 * Simultaneous calls wait for each other. Returns whether the origin is allowed afterwards.
 */
export function allowOriginUpTo(db: Db, row: AllowedOriginTable, max: number): Promise<boolean> {
  const { organizationId } = row
  return transactionInTurn(db, ['organization', organizationId], async (tx) => {
    await holdOrganization(tx, organizationId)
    if (await originIsAllowed(tx, row)) return true
    const count = await countOfOrganization(tx, organizationId, 'allowedOrigin')
    if (count >= max) return false
    await tx.kysely.insertInto('allowedOrigin').values(row).execute()
    return true
  })
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
export function originIsAllowed(db: Db, { organizationId, origin }: AllowedOriginTable): Promise<boolean> {
  return hasRows(
    db.kysely.selectFrom('allowedOrigin').where('organizationId', '=', organizationId).where('origin', '=', origin),
  )
}
