import {
  findDeliveredEvent,
  findDelivery,
  type ListedDelivery,
  listDeliveryAttempts,
  listDeliveries as readDeliveries,
  type WebhookDeliveryAttemptRow,
} from '@carillon/database'
import { readableEventObjects, type WebhookDelivery } from '@carillon/domain'
import { fieldError, ServiceError } from '@carillon/errors'
import { viewEvent } from '../events/event-view.ts'
import { isId } from '../is-id.ts'
import type { UseCase } from '../request.ts'
import { requireEndpoint } from '../webhook-endpoints/required-endpoint.ts'

const usualPage = 50

/**
 * Decodes a cursor to the last id of a page. The cursor is opaque, so that clients do not depend on its content.
 * @throws ServiceError `invalid_request` if it is not a cursor of this list
 */
function decodeCursor(cursor: string): string {
  const id = Buffer.from(cursor, 'base64url').toString('utf8')
  if (isId(id)) return id
  throw fieldError({ path: ['cursor'], message: 'a nextCursor of this list is expected' })
}

function viewDelivery(row: ListedDelivery, attempts: readonly WebhookDeliveryAttemptRow[]): WebhookDelivery {
  return {
    id: row.id,
    eventId: row.eventId,
    type: row.type,
    status: row.status,
    createdAt: row.createdAt.toISOString(),
    nextAttemptAt: row.nextAttemptAt?.toISOString() ?? null,
    attempts: attempts
      .filter(({ deliveryId }) => deliveryId === row.id)
      .map(({ at, durationMs, status, error, response }) => ({
        at: at.toISOString(),
        durationMs,
        status,
        error,
        response,
      })),
  }
}

/**
 * Lists one page (50 without a `limit`) of the deliveries to a webhook endpoint, newest first, with their attempts,
 * oldest first.
 * @throws ServiceError `webhook_endpoint_not_found`, or `invalid_request` if the cursor is not one of this list
 */
export const listDeliveries: UseCase<'webhookEndpoints.deliveries.list'> = async (context, request) => {
  const { input } = request
  const { id: endpointId } = await requireEndpoint(context, request, input.params.endpointId)
  const { status, type, cursor, limit = usualPage } = input.query
  const rows = await readDeliveries(context.db, {
    endpointId,
    ...(status && { status }),
    ...(type && { type }),
    ...(cursor && { before: decodeCursor(cursor) }),
    max: limit + 1,
  })
  const page = rows.slice(0, limit)
  const attempts = await listDeliveryAttempts(
    context.db,
    page.map(({ id }) => id),
  )
  const last = page.at(-1)
  const nextCursor = last && rows.length > limit ? Buffer.from(last.id).toString('base64url') : null
  return { status: 200, body: { deliveries: page.map((row) => viewDelivery(row, attempts)), nextCursor } }
}

/**
 * Returns a delivery to a webhook endpoint with the body that its attempts post. The body is null if the event is no
 * longer kept or the API key may not read it; that of a test is always returned.
 * @throws ServiceError `webhook_endpoint_not_found` or `delivery_not_found`
 */
export const getDelivery: UseCase<'webhookEndpoints.deliveries.get'> = async (context, request) => {
  const { grant, input } = request
  const { endpointId, deliveryId } = input.params
  await requireEndpoint(context, request, endpointId)
  const row = await findDelivery(context.db, endpointId, deliveryId)
  if (!row) throw new ServiceError('delivery_not_found')
  const event = await findDeliveredEvent(context.db, row.id)
  const attempts = await listDeliveryAttempts(context.db, [row.id])
  const objects = readableEventObjects(grant.scopes)
  const isReadable = event !== undefined && (objects === null || objects.includes(event.objectType))
  const posted = isReadable ? JSON.stringify(viewEvent(event)) : row.body
  return { status: 200, body: { ...viewDelivery(row, attempts), body: posted } }
}
