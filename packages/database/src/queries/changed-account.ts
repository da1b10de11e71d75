import { sql } from 'kysely'
import { type Db, type Tx, transaction } from '../db.ts'
import { matching } from '../statements/matching.ts'

/** The number of schedules that one call has checked, as many as the trigger of a changed account. */
const atOnce = 1_000

/** Selects the first open schedules with a status after those that are checked. */
function openBy(tx: Tx, status: 'scheduled' | 'held', { accountId, dueAt, id }: Position) {
  const beyond = sql<boolean>`(due_at, id) > (${dueAt}::timestamptz, ${id}::uuid)`
  const open = tx.kysely
    .selectFrom('schedule')
    .select(['id', 'dueAt'])
    .where(matching<'schedule'>({ accountId, status }))
  const first = open.where(beyond).orderBy('dueAt').orderBy('id').limit(atOnce)
  return tx.kysely.selectFrom(first.as('first')).selectAll()
}

interface Position {
  accountId: string
  dueAt: Date
  id: string
}

/**
 * Has up to 1,000 more schedules checked of an account that has changed or was deleted, those that are due first:
 * `takeToLookAt` then takes them. The change itself has done so for the first 1,000. Accounts that another transaction
 * has locked are left for a later call. Returns false if there is no such account.
 */
export function lookAtMore(db: Db): Promise<boolean> {
  return transaction(db, async (tx) => {
    const accounts = tx.kysely.selectFrom('changedAccount').selectAll().orderBy('accountId').limit(1)
    const position = await accounts.forUpdate().skipLocked().executeTakeFirst()
    if (position === undefined) return false
    const open = openBy(tx, 'scheduled', position).unionAll(openBy(tx, 'held', position))
    const rows = await tx.kysely
      .selectFrom(open.as('open'))
      .selectAll()
      .orderBy('dueAt')
      .orderBy('id')
      .limit(atOnce)
      .execute()
    const ids = rows.map(({ id }) => id)
    const marked = tx.kysely.updateTable('schedule').set({ lookAt: sql<Date>`'epoch'` })
    await marked.where(sql<boolean>`id = any(${ids}::uuid[]) and status in ('scheduled', 'held')`).execute()
    const { accountId } = position
    const last = rows.length < atOnce ? undefined : rows.at(-1)
    if (last === undefined) await tx.kysely.deleteFrom('changedAccount').where('accountId', '=', accountId).execute()
    else await tx.kysely.updateTable('changedAccount').set(last).where('accountId', '=', accountId).execute()
    return true
  })
}
