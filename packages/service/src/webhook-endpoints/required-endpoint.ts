import { findEndpoint, type WebhookEndpointRow } from '@carillon/database'
import { fieldError, ServiceError } from '@carillon/errors'
import type { Context } from '../context.ts'
import type { Grant } from '../request.ts'

/**
 * Reads a webhook endpoint from the database.
 * @throws ServiceError `webhook_endpoint_not_found` if it does not exist or the API key has no access to it
 */
export async function requireEndpoint(context: Context, { scope }: Grant, id: string): Promise<WebhookEndpointRow> {
  const row = await findEndpoint(context.db, scope, id)
  if (!row) throw new ServiceError('webhook_endpoint_not_found')
  return row
}

/**
 * Reads an enabled webhook endpoint from the database.
 * @throws ServiceError `webhook_endpoint_not_found`, or `invalid_request` if it is disabled
 */
export async function requireEnabled(context: Context, grant: Grant, id: string): Promise<WebhookEndpointRow> {
  const row = await requireEndpoint(context, grant, id)
  if (row.status === 'enabled') return row
  throw fieldError({ path: ['endpointId'], message: 'the endpoint is disabled; enable it first' })
}
