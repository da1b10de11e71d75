import {
  cancelDeliveries,
  updateEndpoint as changeEndpoint,
  countDeliveries,
  type EndpointChanges,
  lockEndpoint,
  listEndpoints as readEndpoints,
  deleteEndpoint as removeEndpoint,
  transaction,
  type WebhookEndpointRow,
} from '@carillon/database'
import { readableEventObjects } from '@carillon/domain'
import { ServiceError } from '@carillon/errors'
import type { Context } from '../context.ts'
import type { UseCase } from '../request.ts'
import { requireEndpointUrl } from './endpoint-outbound.ts'
import { encryptHeaders, encryptSecret, makeSecret } from './endpoint-secrets.ts'
import { viewEndpoint } from './endpoint-view.ts'
import { requireEndpoint } from './required-endpoint.ts'

const dayMs = 86_400_000

const notFound = () => new ServiceError('webhook_endpoint_not_found')

/** Lists the webhook endpoints that the API key has access to. */
export const listEndpoints: UseCase<'webhookEndpoints.list'> = async (context, { grant }) => {
  const rows = await readEndpoints(context.db, grant.scope)
  return { status: 200, body: { webhookEndpoints: rows.map(viewEndpoint) } }
}

/**
 * Returns a webhook endpoint with its health: the times of its last success and failure, and the numbers of its pending
 * deliveries and of its failed attempts in the last 24 hours.
 * @throws ServiceError `webhook_endpoint_not_found`
 */
export const getEndpoint: UseCase<'webhookEndpoints.get'> = async (context, { grant, input }) => {
  const row = await requireEndpoint(context, grant, input.params.endpointId)
  const { pending, failed } = await countDeliveries(context.db, row.id, new Date(context.now().getTime() - dayMs))
  const [lastSuccessAt = null, lastFailureAt = null] = [row.lastSuccessAt, row.lastFailureAt].map(
    (at) => at?.toISOString() ?? null,
  )
  const health = { lastSuccessAt, lastFailureAt, pending, failing24h: failed }
  return { status: 200, body: { ...viewEndpoint(row), health } }
}

/** The columns of an endpoint that starts without failures, after a new URL or being enabled again. */
const withoutFailures = { failures: 0, failingSince: null }

function changesOf(
  { config, encryption }: Context,
  id: string,
  { url, types, description, headers, enabled }: Parameters<UseCase<'webhookEndpoints.update'>>[1]['input']['body'],
): EndpointChanges {
  return {
    ...(url !== undefined && { url: requireEndpointUrl(config, url), ...withoutFailures }),
    ...(types && { types: [...types] }),
    ...(description !== undefined && { description }),
    ...(headers && { headerNames: Object.keys(headers), headers: encryptHeaders(encryption, id, headers) }),
    ...(enabled === true && { status: 'enabled' as const, disabledReason: null, ...withoutFailures }),
    ...(enabled === false && { status: 'disabled' as const, disabledReason: 'manual' as const }),
  }
}

/**
 * Changes a webhook endpoint; absent fields stay as they are. Disabling it cancels its pending deliveries.
 * @throws ServiceError `webhook_endpoint_not_found`, or `invalid_request` for its URL
 */
export const updateEndpoint: UseCase<'webhookEndpoints.update'> = async (context, { grant, input }) => {
  const { id } = await requireEndpoint(context, grant, input.params.endpointId)
  // A key that sets where events go, or which, sends there those that it may read.
  const isSet = input.body.url !== undefined || input.body.types !== undefined
  const readable = isSet ? { readableObjects: readableEventObjects(grant.scopes) } : {}
  const row = await transaction(context.db, async (tx) => {
    const locked = await lockEndpoint(tx, id)
    // What is disabled keeps its reason.
    const { enabled, ...others } = input.body
    const isKept = (enabled === false && locked?.status === 'disabled') || enabled === undefined
    const changes = changesOf(context, id, isKept ? others : input.body)
    const changed = await changeEndpoint(tx, id, { ...changes, ...readable, updatedAt: context.now() })
    if (changed?.status === 'disabled') await cancelDeliveries(tx, id)
    return changed
  })
  if (!row) throw notFound()
  return { status: 200, body: viewEndpoint(row) }
}

/**
 * Deletes a webhook endpoint and cancels its pending deliveries.
 * @throws ServiceError `webhook_endpoint_not_found`
 */
export const deleteEndpoint: UseCase<'webhookEndpoints.delete'> = async (context, { grant, input, requestId }) => {
  const { id, organizationId } = await requireEndpoint(context, grant, input.params.endpointId)
  const existed = await transaction(context.db, async (tx) => {
    await lockEndpoint(tx, id)
    await cancelDeliveries(tx, id)
    return removeEndpoint(tx, id)
  })
  if (!existed) throw notFound()
  context.log.info({ requestId, organizationId, endpointId: id }, 'webhook endpoint deleted')
  return { status: 200, body: { id, deleted: true } }
}

const usualOverlapSeconds = 86_400

/**
 * Returns the secret that the receiver certainly has: while the old secret is valid, the response with the current one
 * may have been lost.
 */
function secretInUse({ secret, oldSecret, oldSecretUntil }: WebhookEndpointRow, now: Date): Buffer {
  return oldSecret !== null && oldSecretUntil !== null && oldSecretUntil > now ? oldSecret : secret
}

/**
 * Replaces the secret of a webhook endpoint and returns the new one. Deliveries are also signed with the old secret for
 * `keepOldSeconds`, by default a day; with 0, the old secret ends at once. If an old secret is still valid, it remains
 * the old secret, and the one in between ends.
 * @throws ServiceError `webhook_endpoint_not_found`
 */
export const renewSecret: UseCase<'webhookEndpoints.secret.renew'> = async (context, { grant, input, requestId }) => {
  const { id, organizationId } = await requireEndpoint(context, grant, input.params.endpointId)
  const { keepOldSeconds = usualOverlapSeconds } = input.body
  const [secret, now] = [makeSecret(), context.now()]
  await transaction(context.db, async (tx) => {
    const row = await lockEndpoint(tx, id)
    if (!row) throw notFound()
    const old =
      keepOldSeconds === 0
        ? { oldSecret: null, oldSecretUntil: null }
        : { oldSecret: secretInUse(row, now), oldSecretUntil: new Date(now.getTime() + keepOldSeconds * 1_000) }
    await changeEndpoint(tx, id, { secret: encryptSecret(context.encryption, id, secret), ...old, updatedAt: now })
  })
  context.log.info({ requestId, organizationId, endpointId: id }, 'webhook endpoint secret renewed')
  return { status: 200, body: { secret } }
}
