import { rejectsValues } from '@carillon/database'

/** How rows are stored, and what happens to a row that the database rejects. */
export interface PartsOptions<Row> {
  /** Stores rows together, all or none of them. */
  store(rows: readonly Row[]): Promise<void>
  /** Called with each row that the database rejects because of its values; the row is then dropped. */
  onRejected(row: Row, error: unknown): void
}

/**
 * Stores all rows at once. If the database rejects their values, they are split in half until the faulty rows are
 * found, so that these do not keep the others from being stored.
 * @throws the error of `store` if its reason is not the values of rows, as when the database fails. Some rows may then
 *   be stored
 */
export async function storeInParts<Row>(rows: readonly Row[], options: PartsOptions<Row>): Promise<void> {
  try {
    await options.store(rows)
  } catch (error) {
    const [row, ...others] = rows
    if (row === undefined || !rejectsValues(error)) throw error
    if (others.length === 0) return options.onRejected(row, error)
    const half = Math.ceil(rows.length / 2)
    for (const part of [rows.slice(0, half), rows.slice(half)]) await storeInParts(part, options)
  }
}
