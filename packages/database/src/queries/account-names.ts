import { sql } from 'kysely'
import type { Db } from '../db.ts'
import type { AccountRow } from '../schema/account.ts'

/**
 * Sets the identifier and name by which a network shows an account; null keeps the stored one. Returns false, without a
 * change, if both are already stored or the account does not exist.
 */
export async function setNames(
  db: Db,
  id: string,
  { displayIdentifier, displayName, updatedAt }: Pick<AccountRow, 'displayIdentifier' | 'displayName' | 'updatedAt'>,
): Promise<boolean> {
  const identifier = sql<string | null>`coalesce(${displayIdentifier}::text, display_identifier)`
  const name = sql<string | null>`coalesce(${displayName}::text, display_name)`
  const { numUpdatedRows } = await db.kysely
    .updateTable('account')
    .set({ displayIdentifier: identifier, displayName: name, updatedAt })
    .where('id', '=', id)
    .where(sql<boolean>`(display_identifier, display_name) is distinct from (${identifier}, ${name})`)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
