import { findEndpoint, type WebhookEndpointRow } from '@carillon/database'
import { fieldError, ServiceError } from '@carillon/errors'
import type { Context } from '../context.ts'
import type { ObjectRequest } from '../request.ts'

/**
 * Reads the webhook endpoint of a request from the database, and passes its profile to `request.reportProfile`.
 * @throws ServiceError `webhook_endpoint_not_found` if it does not exist or the API key has no access to it
 */
export async function requireEndpoint(
  context: Context,
  request: ObjectRequest,
  id: string,
): Promise<WebhookEndpointRow> {
  const row = await findEndpoint(context.db, request.grant.scope, id)
  if (!row) throw new ServiceError('webhook_endpoint_not_found')
  request.reportProfile?.(row.profileId)
  return row
}

/**
 * Does the same as `requireEndpoint` for an endpoint that has to be enabled.
 * @throws ServiceError `webhook_endpoint_not_found`, or `invalid_request` if it is disabled
 */
export async function requireEnabled(
  context: Context,
  request: ObjectRequest,
  id: string,
): Promise<WebhookEndpointRow> {
  const row = await requireEndpoint(context, request, id)
  if (row.status === 'enabled') return row
  throw fieldError({ path: ['endpointId'], message: 'the endpoint is disabled; enable it first' })
}
