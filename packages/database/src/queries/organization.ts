import type { Db } from '../db.ts'
import type { OrganizationRow } from '../schema/organization.ts'

/** Stores a new organization. */
export async function insertOrganization(db: Db, row: { id: string; name: string; createdAt: Date }): Promise<void> {
  await db.kysely.insertInto('organization').values(row).execute()
}

/** Reads an organization. */
export function findOrganization(db: Db, id: string): Promise<OrganizationRow | undefined> {
  return db.kysely.selectFrom('organization').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Changes what customers see of an organization. */
export function updateOrganization(
  db: Db,
  id: string,
  { name, color }: { name?: string; color?: string | null },
): Promise<OrganizationRow | undefined> {
  return db.kysely
    .updateTable('organization')
    .set({ ...(name !== undefined && { name }), ...(color !== undefined && { color }) })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
}

/** Locks an organization's row until the end of the transaction, so that counts over the organization cannot change. */
export function lockOrganization(db: Db, id: string): Promise<OrganizationRow> {
  return db.kysely.selectFrom('organization').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow()
}

/** Records whether an organization has a card on file. Returns whether the organization exists. */
export async function setCard(db: Db, id: string, onFile: boolean): Promise<boolean> {
  const { numUpdatedRows } = await db.kysely
    .updateTable('organization')
    .set({ cardOnFile: onFile })
    .where('id', '=', id)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
