import { type Db, type Tx, transactionInTurn } from '../db.ts'
import type { OrganizationLogoTable, OrganizationRow } from '../schema/organization.ts'
import { countRows } from '../statements/results.ts'

/** Stores a new organization. It has no profile until `insertProfile` stores one. */
export async function insertOrganization(db: Db, row: { id: string; name: string; createdAt: Date }): Promise<void> {
  await db.kysely.insertInto('organization').values(row).execute()
}

/** Reads an organization; undefined if it does not exist. */
export function findOrganization(db: Db, id: string): Promise<OrganizationRow | undefined> {
  return db.kysely.selectFrom('organization').selectAll().where('id', '=', id).executeTakeFirst()
}

/** The name, colour and logo that customers see of an organization. */
export interface OrganizationLook extends Pick<OrganizationRow, 'id' | 'name' | 'color'> {
  /** The SHA-256 of the logo, which is in its URL; null without a logo. */
  logoHash: Buffer | null
}

/** Reads what customers see of an organization; undefined if it does not exist. */
export function findOrganizationLook(db: Db, id: string): Promise<OrganizationLook | undefined> {
  return db.kysely
    .selectFrom('organization')
    .leftJoin('organizationLogo', 'organizationLogo.organizationId', 'organization.id')
    .select(['organization.id', 'name', 'color', 'organizationLogo.hash as logoHash'])
    .where('organization.id', '=', id)
    .executeTakeFirst()
}

type NewLogo = Omit<OrganizationLogoTable, 'organizationId'>

async function replaceLogo(tx: Db, organizationId: string, logo: NewLogo | null): Promise<void> {
  if (logo === null) {
    await tx.kysely.deleteFrom('organizationLogo').where('organizationId', '=', organizationId).execute()
    return
  }
  await tx.kysely
    .insertInto('organizationLogo')
    .values({ organizationId, ...logo })
    .onConflict((conflict) => conflict.column('organizationId').doUpdateSet(logo))
    .execute()
}

/**
 * Changes what customers see of an organization; absent fields are kept, null removes the colour or the logo. Returns
 * what they see after the change; undefined if the organization does not exist.
 */
export function updateOrganization(
  db: Db,
  id: string,
  { logo, ...names }: { name?: string; color?: string | null; logo?: NewLogo | null },
): Promise<OrganizationLook | undefined> {
  return transactionInTurn(db, ['organization', id], async (tx) => {
    // The row is locked by its change, so that its logo is that of the last one.
    const { numUpdatedRows } = await tx.kysely
      .updateTable('organization')
      .set({ id, ...names })
      .where('id', '=', id)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return undefined
    if (logo !== undefined) await replaceLogo(tx, id, logo)
    return findOrganizationLook(tx, id)
  })
}

/** Reads the bytes of the logo, of any organization, whose SHA-256 is `hash`; undefined if none exists. */
export async function findLogo(db: Db, hash: Buffer): Promise<Buffer | undefined> {
  const row = await db.kysely.selectFrom('organizationLogo').select('bytes').where('hash', '=', hash).executeTakeFirst()
  return row?.bytes
}

/**
 * Reads an organization and locks its row until the transaction ends. Transactions that add accounts call it before
 * they count those of the organization, so that two simultaneous ones cannot exceed the maximum number of accounts.
 * @throws Error if the organization does not exist
 */
export function lockOrganization(db: Db, id: string): Promise<OrganizationRow> {
  return db.kysely.selectFrom('organization').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow()
}

/**
 * Locks an organization until the transaction ends, waiting for other transactions that have called this function or
 * `lockOrganization`, as those that add accounts do. Rows of the organization can still be inserted.
 */
export async function holdOrganization(tx: Tx, id: string): Promise<void> {
  await tx.kysely.selectFrom('organization').select('id').where('id', '=', id).forNoKeyUpdate().execute()
}

/** Counts the rows of a table that belong to an organization. */
export function countOfOrganization(
  db: Db,
  organizationId: string,
  table: 'account' | 'allowedOrigin' | 'apiKey' | 'webhookEndpoint',
): Promise<number> {
  return countRows(db, db.kysely.selectFrom(table).where('organizationId', '=', organizationId))
}

/** Stores whether an organization has a card on file. Returns false if the organization does not exist. */
export async function setCard(db: Db, id: string, onFile: boolean): Promise<boolean> {
  const { numUpdatedRows } = await db.kysely
    .updateTable('organization')
    .set({ cardOnFile: onFile })
    .where('id', '=', id)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
