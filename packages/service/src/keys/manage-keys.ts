import { listKeys as readKeys, deleteKey as removeKey } from '@carillon/database'
import { fieldError, ServiceError } from '@carillon/errors'
import type { UseCase } from '../request.ts'
import { viewKey } from './key-view.ts'
import { storeKey } from './store-key.ts'

/** Lists the API keys of the organization, including expired ones. */
export const listKeys: UseCase<'keys.list'> = async (context, { grant }) => {
  const rows = await readKeys(context.db, grant.scope.organizationId)
  return { status: 200, body: { keys: rows.map(viewKey) } }
}

/**
 * Creates an API key and returns it; only its hash is stored.
 * @throws ServiceError `invalid_request` if `expiresAt` is not in the future
 */
export const createKey: UseCase<'keys.create'> = async (context, { grant, target, input, requestId }) => {
  const { name, expiresAt } = input.body
  const expires = expiresAt === undefined ? null : new Date(expiresAt)
  const now = context.now()
  if (expires && expires <= now) {
    const message = `it has to be in the future; it is ${expires.toISOString()}, and now is ${now.toISOString()}`
    throw fieldError({ path: ['expiresAt'], message })
  }
  const { organizationId } = grant.scope
  const options = { organizationId, profileId: target?.profileId ?? null, name, expiresAt: expires, now }
  const { row, apiKey } = await storeKey(context, options)
  context.log.info({ requestId, organizationId, keyId: row.id }, 'api key created')
  return { status: 201, body: { ...viewKey(row), apiKey } }
}

/**
 * Deletes an API key of the organization.
 * @throws ServiceError `key_not_found`
 */
export const deleteKey: UseCase<'keys.delete'> = async (context, { grant, input, requestId }) => {
  const { keyId } = input.params
  const { organizationId } = grant.scope
  if (!(await removeKey(context.db, keyId, organizationId))) throw new ServiceError('key_not_found')
  context.log.info({ requestId, organizationId, keyId }, 'api key deleted')
  return { status: 200, body: { keyId, deleted: true } }
}
