import type { Db } from '../db.ts'

interface Key {
  accountId: string
  query: string
}

/**
 * Returns the network's id of the ads report, which the network prepares in the background, that an earlier read with
 * the same `query` (the wanted level, days and campaign as JSON) started; null if none was started since `since`.
 */
export async function findAdReport(db: Db, { accountId, query, since }: Key & { since: Date }): Promise<string | null> {
  const row = await db.kysely
    .selectFrom('adReport')
    .select('runId')
    .where('accountId', '=', accountId)
    .where('query', '=', query)
    .where('startedAt', '>=', since)
    .executeTakeFirst()
  return row?.runId ?? null
}

/**
 * Stores the network's id of an ads report that the network prepares in the background, so that the next read with the
 * same `query` (as JSON) waits for it; `runId` null deletes it. `now` is when the report was started.
 * @throws an error that `violatesForeignKey` recognizes if the account does not exist
 */
export async function keepAdReport(
  db: Db,
  { accountId, query, runId, now }: Key & { runId: string | null; now: Date },
): Promise<void> {
  if (runId === null) {
    await db.kysely.deleteFrom('adReport').where('accountId', '=', accountId).where('query', '=', query).execute()
    return
  }
  const kept = { runId, startedAt: now }
  await db.kysely
    .insertInto('adReport')
    .values({ accountId, query, ...kept })
    .onConflict((conflict) => conflict.columns(['accountId', 'query']).doUpdateSet(kept))
    .execute()
}
