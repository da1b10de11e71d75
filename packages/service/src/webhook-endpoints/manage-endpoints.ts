import {
  cancelDeliveries,
  updateEndpoint as changeEndpoint,
  countDeliveries,
  type EndpointChanges,
  lockEndpoint,
  listEndpoints as readEndpoints,
  deleteEndpoint as removeEndpoint,
  transactionInTurn,
  type WebhookEndpointRow,
} from '@carillon/database'
import { readableEventObjects } from '@carillon/domain'
import { fieldError, ServiceError } from '@carillon/errors'
import type { Context } from '../context.ts'
import type { UseCase } from '../request.ts'
import { requireEndpointUrl } from './endpoint-outbound.ts'
import {
  decryptOldSecrets,
  decryptSecret,
  encryptHeaders,
  encryptOldSecrets,
  encryptSecret,
  makeSecret,
} from './endpoint-secrets.ts'
import { viewEndpoint } from './endpoint-view.ts'
import { requireEndpoint } from './required-endpoint.ts'

const dayMs = 86_400_000

const notFound = () => new ServiceError('webhook_endpoint_not_found')

/** Lists the webhook endpoints that the API key has access to, oldest first. */
export const listEndpoints: UseCase<'webhookEndpoints.list'> = async (context, { grant }) => {
  const rows = await readEndpoints(context.db, grant.scope)
  return { status: 200, body: { webhookEndpoints: rows.map(viewEndpoint) } }
}

/**
 * Returns a webhook endpoint with its health: the times of its last success and failure, and the numbers of its pending
 * deliveries and of its failed attempts in the last 24 hours.
 * @throws ServiceError `webhook_endpoint_not_found`
 */
export const getEndpoint: UseCase<'webhookEndpoints.get'> = async (context, request) => {
  const row = await requireEndpoint(context, request, request.input.params.endpointId)
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
 * Checks that a change of the URL does not send the stored headers to another origin, where a client that may not know
 * their values could read them.
 * @throws ServiceError `invalid_request` if it would
 */
function requireOwnHeaders({ url, headerNames }: WebhookEndpointRow, body: { url?: string; headers?: object }): void {
  if (body.url === undefined || body.headers !== undefined || headerNames.length === 0) return
  if (URL.parse(body.url)?.origin === URL.parse(url)?.origin) return
  const message = `the headers ${headerNames.join(', ')} are not sent to another origin unless they are set again: send headers, or {} for none`
  throw fieldError({ path: ['headers'], message })
}

/**
 * Changes a webhook endpoint, and returns it; absent fields stay as they are. Disabling it cancels its pending
 * deliveries except tests (up to 5,000; a job cancels the rest) and stores no event; an endpoint that is already
 * disabled keeps its `disabledReason`. A URL in the request, or enabling the endpoint, sets its count of failures to 0.
 * If the request has a URL or types, the endpoint receives only events that the key of the request may read from then
 * on.
 * @throws ServiceError `webhook_endpoint_not_found`, or `invalid_request` for a URL that `requireEndpointUrl` rejects,
 *   or if the stored headers would be sent to another origin
 */
export const updateEndpoint: UseCase<'webhookEndpoints.update'> = async (context, request) => {
  const { grant, input } = request
  const { id } = await requireEndpoint(context, request, input.params.endpointId)
  const isSet = input.body.url !== undefined || input.body.types !== undefined
  const readable = isSet ? { readableObjects: readableEventObjects(grant.scopes) } : {}
  const row = await transactionInTurn(context.db, ['webhookEndpoint', id], async (tx) => {
    const locked = await lockEndpoint(tx, id)
    const { enabled, ...others } = input.body
    const isKept = (enabled === false && locked?.status === 'disabled') || enabled === undefined
    const changes = changesOf(context, id, isKept ? others : input.body)
    if (locked) requireOwnHeaders(locked, input.body)
    const changed = await changeEndpoint(tx, id, { ...changes, ...readable, updatedAt: context.now() })
    if (changed?.status === 'disabled') await cancelDeliveries(tx, id)
    return changed
  })
  if (!row) throw notFound()
  return { status: 200, body: viewEndpoint(row) }
}

/**
 * Deletes a webhook endpoint and cancels up to 5,000 of its pending deliveries; a job cancels the others, tests, and
 * those that are locked at the moment. Its deliveries stay stored, but can no longer be read.
 * @throws ServiceError `webhook_endpoint_not_found`
 */
export const deleteEndpoint: UseCase<'webhookEndpoints.delete'> = async (context, request) => {
  const { input, requestId } = request
  const { id, organizationId } = await requireEndpoint(context, request, input.params.endpointId)
  const existed = await transactionInTurn(context.db, ['webhookEndpoint', id], async (tx) => {
    await lockEndpoint(tx, id)
    await cancelDeliveries(tx, id)
    return removeEndpoint(tx, id)
  })
  if (!existed) throw notFound()
  context.log.info({ requestId, organizationId, endpointId: id }, 'webhook endpoint deleted')
  return { status: 200, body: { id, deleted: true } }
}

const usualOverlapSeconds = 86_400

/** The maximum number of former secrets by which deliveries are signed, besides the current one. */
const maxOldSecrets = 4

/**
 * Returns the secrets that the receiver may have, the latest first: the current one, and while they are valid the
 * former ones, because the responses with later ones may have been lost. Secrets that no key decrypts are left out, and
 * logged.
 */
function secretsInUse({ encryption, log }: Context, row: WebhookEndpointRow, now: Date): string[] {
  const { id, secret, oldSecret, oldSecretUntil } = row
  const readable = (decrypt: () => string[]) => {
    try {
      return decrypt()
    } catch (err) {
      log.error({ endpointId: id, err }, 'stored webhook secret not readable')
      return []
    }
  }
  const isOldValid = oldSecret !== null && oldSecretUntil !== null && oldSecretUntil > now
  const former = isOldValid ? readable(() => decryptOldSecrets(encryption, id, oldSecret)) : []
  return [...readable(() => [decryptSecret(encryption, id, secret)]), ...former]
}

/**
 * Replaces the secret of a webhook endpoint and returns the new one. For `keepOldSeconds`, by default a day, deliveries
 * are also signed with the old secret and with earlier ones that were still valid, at most four in all. With 0, they
 * all end at once, and so does a secret that no key decrypts.
 * @throws ServiceError `webhook_endpoint_not_found`
 */
export const renewSecret: UseCase<'webhookEndpoints.secret.renew'> = async (context, request) => {
  const { input, requestId } = request
  const { id, organizationId } = await requireEndpoint(context, request, input.params.endpointId)
  const { keepOldSeconds = usualOverlapSeconds } = input.body
  const [secret, now] = [makeSecret(), context.now()]
  await transactionInTurn(context.db, ['webhookEndpoint', id], async (tx) => {
    const row = await lockEndpoint(tx, id)
    if (!row) throw notFound()
    const kept = keepOldSeconds === 0 ? [] : secretsInUse(context, row, now).slice(0, maxOldSecrets)
    const old =
      kept.length === 0
        ? { oldSecret: null, oldSecretUntil: null }
        : {
            oldSecret: encryptOldSecrets(context.encryption, id, kept),
            oldSecretUntil: new Date(now.getTime() + keepOldSeconds * 1_000),
          }
    await changeEndpoint(tx, id, { secret: encryptSecret(context.encryption, id, secret), ...old, updatedAt: now })
  })
  context.log.info({ requestId, organizationId, endpointId: id }, 'webhook endpoint secret renewed')
  return { status: 200, body: { secret } }
}
