import { findEndpoint, type WebhookEndpointRow } from '@carillon/database'
import { fieldError, ServiceError } from '@carillon/errors'
import type { Context } from '../context.ts'
import type { Grant } from '../request.ts'

/**
 * Reads an endpoint within the scope of a key.
 * @throws ServiceError `webhook_endpoint_not_found`, also for an endpoint of another organization or profile
 */
export async function requireEndpoint(context: Context, { scope }: Grant, id: string): Promise<WebhookEndpointRow> {
  const row = await findEndpoint(context.db, scope, id)
  if (!row) throw new ServiceError('webhook_endpoint_not_found')
  return row
}

/**
 * Reads an endpoint to which events are delivered.
 * @throws ServiceError `webhook_endpoint_not_found`, or `invalid_request` for one that is disabled
 */
export async function requireEnabled(context: Context, grant: Grant, id: string): Promise<WebhookEndpointRow> {
  const row = await requireEndpoint(context, grant, id)
  if (row.status === 'enabled') return row
  throw fieldError({ path: ['endpointId'], message: 'the endpoint is disabled; enable it first' })
}
