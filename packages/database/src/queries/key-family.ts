import { sql } from 'kysely'
import type { Tx } from '../db.ts'

/** The keys of which a family is read: one key, or those that are bound to one profile alone. */
export type FamilyOf = { id: string } | { profileId: string }

/**
 * Locks API keys with all their descendants (the keys that they created, and so on) until the transaction ends, and what
 * is deleted or changed with them. Returns their ids, oldest first. Call it before keys are deleted. The locks are in the
 * order in which changes of schedules and writes take them: the schedules, then what was used of budgets, by day, then
 * the keys.
 */
export async function lockKeyFamily(tx: Tx, of: FamilyOf): Promise<string[]> {
  const root = 'id' in of ? sql`id = ${of.id}` : sql`profile_id = ${of.profileId}`
  const { rows } = await sql<{ id: string }>`
    with recursive family as (
      select id from api_key where ${root}
      union
      select child.id from api_key as child join family on family.id = child.parent_id
    )
    select id from family order by id`.execute(tx.kysely)
  const ids = rows.map(({ id }) => id)
  if (ids.length === 0) return []
  const any = sql`any(${ids}::uuid[])`
  await sql`select from schedule where key_id = ${any} order by id for no key update`.execute(tx.kysely)
  await sql`select from key_budget_use where key_id = ${any} order by day, key_id for update`.execute(tx.kysely)
  await sql`select from api_key where id = ${any} order by id for update`.execute(tx.kysely)
  return ids
}
