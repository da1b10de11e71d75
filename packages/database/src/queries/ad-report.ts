import type { Db } from '../db.ts'

interface Key {
  accountId: string
  query: string
}

/** The network's id of the report that an earlier read started; undefined if that was before `since`. */
export async function findAdReport(db: Db, { accountId, query, since }: Key & { since: Date }): Promise<string | null> {
  const row = await db.kysely
    .selectFrom('ad_report')
    .select('run_id')
    .where('account_id', '=', accountId)
    .where('query', '=', query)
    .where('started_at', '>=', since)
    .executeTakeFirst()
  return row?.run_id ?? null
}

/** Stores the id of a report for the next read with the same query; null deletes it. */
export async function keepAdReport(
  db: Db,
  { accountId, query, runId, now }: Key & { runId: string | null; now: Date },
): Promise<void> {
  if (runId === null) {
    await db.kysely.deleteFrom('ad_report').where('account_id', '=', accountId).where('query', '=', query).execute()
    return
  }
  const kept = { run_id: runId, started_at: now }
  await db.kysely
    .insertInto('ad_report')
    .values({ account_id: accountId, query, ...kept })
    .onConflict((conflict) => conflict.columns(['account_id', 'query']).doUpdateSet(kept))
    .execute()
}
