import { sampleEvent } from '@carillon/contract'
import {
  countReplayed,
  insertTestDelivery,
  lockEndpoint,
  type ReplayOptions,
  type ReplaySelection,
  replayEvents,
  requeueDelivery,
  transactionInTurn,
} from '@carillon/database'
import { eventTypeNames, limits, selectedEventTypes, timeIn } from '@carillon/domain'
import { ServiceError } from '@carillon/errors'
import type { Context } from '../context.ts'
import type { UseCase } from '../request.ts'
import { requireEnabled, requireEndpoint } from '../webhook-endpoints/required-endpoint.ts'

/**
 * Queues a delivery with a sample event, by default `ping`, to one endpoint, even if it is disabled. The event is not
 * in the event feed, and a failure is not retried.
 * @throws ServiceError `webhook_endpoint_not_found`
 */
export const testEndpoint: UseCase<'webhookEndpoints.test'> = async (context, request) => {
  const { input } = request
  const { id: endpointId, organizationId } = await requireEndpoint(context, request, input.params.endpointId)
  const { type = 'ping' } = input.body
  const [deliveryId, eventId, now] = [context.newId(), context.newId(), context.now()]
  const event = sampleEvent(type, { id: eventId, timestamp: now.toISOString() })
  // The sample is no event of an object: it waits for no other delivery.
  const about = { eventId, type, objectType: 'test', objectId: deliveryId }
  const row = { id: deliveryId, endpointId, organizationId, ...about, createdAt: now, body: JSON.stringify(event) }
  await insertTestDelivery(context.db, row)
  return { status: 202, body: { deliveryId } }
}

/**
 * Makes a delivery due at once, whatever its status (also if it was delivered). It then has all its retries again,
 * unless it is a test, which is never retried. It is cancelled instead of attempted if its event is no longer kept or
 * the endpoint may not receive it.
 * @throws ServiceError `webhook_endpoint_not_found`, `delivery_not_found`, or `invalid_request` if the endpoint is
 *   disabled
 */
export const retryDelivery: UseCase<'webhookEndpoints.deliveries.retry'> = async (context, request) => {
  const { endpointId, deliveryId } = request.input.params
  await requireEnabled(context, request, endpointId)
  if (!(await requeueDelivery(context.db, endpointId, deliveryId))) throw new ServiceError('delivery_not_found')
  return { status: 202, body: { deliveryId } }
}

/** The maximum number of deliveries created in one transaction, to keep it short. */
const batch = 5_000

/** Creates the deliveries of a replay in batches. Returns their number. */
async function replay({ db }: Context, selection: ReplaySelection): Promise<number> {
  let deliveries = 0
  let after: number | null = 0
  while (after !== null && deliveries < limits.replayedEvents) {
    const part: ReplayOptions = { ...selection, after, max: Math.min(batch, limits.replayedEvents - deliveries) }
    const { count, last } = await transactionInTurn(db, ['webhookEndpoint', selection.endpointId], async (tx) => {
      // Two replays at once would each create what the other one is creating.
      await lockEndpoint(tx, selection.endpointId)
      return replayEvents(tx, part)
    })
    deliveries += count
    after = count < part.max ? null : last
  }
  return deliveries
}

/**
 * Creates deliveries of at most 100,000 events, the oldest, that were stored from `since` to `until` (by default now)
 * and that a webhook endpoint receives, of `types` if given. Returns the number of deliveries; with `dryRun`, only
 * counts them. Skips events with a pending delivery to the endpoint and, with `onlyFailed`, events that it has
 * received. Replays of one organization run one after the other in each process.
 * @throws ServiceError `webhook_endpoint_not_found`, or `invalid_request` if the endpoint is disabled
 */
export const replayDeliveries: UseCase<'webhookEndpoints.replay'> = async (context, request) => {
  const { input, signal } = request
  const { id: endpointId, organizationId } = await requireEnabled(context, request, input.params.endpointId)
  const { since, until, types, onlyFailed = false, dryRun = false } = input.body
  const range = { since: timeIn(since), until: until === undefined ? context.now() : timeIn(until) }
  const selection = { endpointId, ...range, types: types ? selectedEventTypes(types) : eventTypeNames, onlyFailed }
  const deliveries = await context.state.replays.take(organizationId, async () => {
    signal.throwIfAborted()
    return dryRun ? countReplayed(context.db, selection, limits.replayedEvents) : replay(context, selection)
  })
  return { status: 202, body: { deliveries } }
}
