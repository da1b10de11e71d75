import { sql } from 'kysely'
import type { Tx } from '../db.ts'
import type { AttemptResult } from './webhook-claim.ts'
import type { EndpointStanding } from './webhook-endpoint.ts'

/**
 * Checks whether an earlier transaction has stored these results, although its confirmation did not arrive. If so,
 * returns the state of their endpoints: the caller must not store the results again, which would count each attempt
 * twice. Otherwise returns undefined. Waits for that transaction if the database has not ended it yet.
 * @param results all results of that transaction
 */
export async function findStoredResults(
  tx: Tx,
  results: readonly AttemptResult[],
): Promise<EndpointStanding[] | undefined> {
  // Endpoints first, as everything does that locks both.
  const endpointIds = [...new Set(results.map(({ endpointId }) => endpointId))]
  const endpoints = tx.kysely.selectFrom('webhookEndpoint').where(sql<boolean>`id = any(${endpointIds}::uuid[])`)
  const standings = await endpoints.select(['id', 'failures', 'failingSince']).orderBy('id').forNoKeyUpdate().execute()
  const deliveryIds = results.map(({ deliveryId }) => deliveryId)
  const deliveries = tx.kysely.selectFrom('webhookDelivery').where(sql<boolean>`id = any(${deliveryIds}::uuid[])`)
  await deliveries.select('id').orderBy('id').forUpdate().execute()
  const attempts = results.map(({ deliveryId, at }) => ({ delivery_id: deliveryId, at }))
  const given = sql<Pick<AttemptResult, 'deliveryId' | 'at'>>`json_to_recordset(${JSON.stringify(attempts)}::json)`
  const stored = tx.kysely
    .selectFrom(given.as<'given'>(sql`given (delivery_id uuid, at timestamptz)`))
    .innerJoin('webhookDeliveryAttempt as made', (on) =>
      on.onRef('made.deliveryId', '=', 'given.deliveryId').onRef('made.at', '=', 'given.at'),
    )
  return (await stored.limit(1).executeTakeFirst()) && standings
}
