import { sql } from 'kysely'
import type { Db } from '../db.ts'

/** Returns the `traceparent` of the span that caused each write, keyed by write id. Writes without one are left out. */
export async function readTraceparents(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db.kysely
    .selectFrom('externalWrite')
    .select(['id', 'traceparent'])
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('traceparent', 'is not', null)
    .execute()
  return new Map(rows.flatMap(({ id, traceparent }) => (traceparent === null ? [] : [[id, traceparent] as const])))
}
