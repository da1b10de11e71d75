import { insertEndpointUpTo } from '@carillon/database'
import { limits, profilesOf, readableEventObjects } from '@carillon/domain'
import { ServiceError } from '@carillon/errors'
import type { Grant, UseCase } from '../request.ts'
import { requireEndpointUrl } from './endpoint-outbound.ts'
import { encryptHeaders, encryptSecret, makeSecret } from './endpoint-secrets.ts'
import { viewEndpoint } from './endpoint-view.ts'

const max = limits.webhookEndpointsPerOrganization

/**
 * Returns the profile of an endpoint whose request names none: the key's only profile, or null for the whole
 * organization.
 * @throws ServiceError `profile_required` for a key that is bound to several profiles
 */
function onlyProfileOf({ scope }: Grant): string | null {
  const [only = null, ...others] = profilesOf(scope) ?? []
  if (others.length === 0) return only
  const message = 'This API key reaches several profiles. Send profileId: the endpoint gets the events of that profile.'
  throw new ServiceError('profile_required', message)
}

/**
 * Creates a webhook endpoint and returns it with its secret, which is stored encrypted and never returned again. The
 * endpoint receives only events that the key of the request may read: of the profile in the request, else of the key's
 * only profile or, if the key is not bound to any, of the whole organization.
 * @throws ServiceError `invalid_request` for its URL, `profile_required` if the request names no profile and the API
 *   key is bound to several, or `webhook_endpoint_limit_reached`
 */
export const createEndpoint: UseCase<'webhookEndpoints.create'> = async (context, request) => {
  const { grant, target, input, requestId } = request
  const { types, description = null, headers = {}, enabled = true } = input.body
  const { organizationId } = grant.scope
  const [id, secret, now] = [context.newId(), makeSecret(), context.now()]
  const row = {
    id,
    organizationId,
    profileId: target?.profileId ?? onlyProfileOf(grant),
    url: requireEndpointUrl(context.config, input.body.url),
    types: [...types],
    readableObjects: readableEventObjects(grant.scopes),
    description,
    headerNames: Object.keys(headers),
    headers: encryptHeaders(context.encryption, id, headers),
    status: enabled ? ('enabled' as const) : ('disabled' as const),
    disabledReason: enabled ? null : ('manual' as const),
    secret: encryptSecret(context.encryption, id, secret),
    createdAt: now,
    updatedAt: now,
  }
  const count = await insertEndpointUpTo(context.db, row, max)
  if (count >= max) {
    const message = `The organization has ${count} webhook endpoints; at most ${max} are allowed. Delete endpoints that are no longer used.`
    throw new ServiceError('webhook_endpoint_limit_reached', message)
  }
  context.log.info({ requestId, organizationId, endpointId: id }, 'webhook endpoint created')
  return { status: 201, body: { ...viewEndpoint(row), secret } }
}
