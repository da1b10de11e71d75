import type { Tx } from '../db.ts'
import { statement } from '../statements/statement.ts'
import type { AttemptResult } from './webhook-claim.ts'
import type { EndpointStanding } from './webhook-endpoint.ts'

const lockEndpoints = statement<EndpointStanding>(
  'select id, failures, failing_since from webhook_endpoint where id = any($1::uuid[]) order by id for no key update',
)

const lockDeliveries = statement<object>(
  'select id from webhook_delivery where id = any($1::uuid[]) order by id for update',
)

const findAttempts = statement<object>(`
  select from json_to_recordset($1::json) as g(delivery_id uuid, at timestamptz)
  join webhook_delivery_attempt a using (delivery_id, at) limit 1`)

/**
 * Returns the state of the endpoints of results, if an earlier transaction has stored these results whose confirmation
 * did not arrive: they must not be stored again, which would count each attempt twice. Undefined if it has not. Waits
 * for that transaction if the database has not ended it yet.
 * @param results all results of that transaction
 */
export async function findStoredResults(
  tx: Tx,
  results: readonly AttemptResult[],
): Promise<EndpointStanding[] | undefined> {
  // Endpoints first, as everything does that locks both.
  const standings = await lockEndpoints(tx, [[...new Set(results.map(({ endpointId }) => endpointId))]])
  await lockDeliveries(tx, [results.map(({ deliveryId }) => deliveryId)])
  const attempts = results.map(({ deliveryId, at }) => ({ delivery_id: deliveryId, at }))
  const [stored] = await findAttempts(tx, [JSON.stringify(attempts)])
  return stored && standings
}
