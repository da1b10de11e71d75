import { readKeyExpiry, listKeys as readKeys, deleteKey as removeKey } from '@carillon/database'
import { fieldError, ServiceError } from '@carillon/errors'
import type { Context } from '../context.ts'
import type { UseCase } from '../request.ts'
import { unauthorized } from './authenticate.ts'
import { viewKey } from './key-view.ts'
import { storeKey } from './store-key.ts'

/** Lists the API keys of the organization, including expired ones. */
export const listKeys: UseCase<'keys.list'> = async (context, { grant }) => {
  const rows = await readKeys(context.db, grant.scope.organizationId)
  return { status: 200, body: { keys: rows.map(viewKey) } }
}

/**
 * When a new key expires: as requested, otherwise with the key that creates it.
 * @throws ServiceError `invalid_request` for a time that is not in the future, `insufficient_scope` for one after the
 *   expiry of the key that creates it, `unauthorized` if that key has been deleted
 */
async function expiryOf(
  context: Context,
  { parentId, requested }: { parentId: string; requested: string | undefined },
) {
  const now = context.now()
  const expires = requested === undefined ? null : new Date(requested)
  if (expires && expires <= now) {
    const message = `it has to be in the future; it is ${expires.toISOString()}, and now is ${now.toISOString()}`
    throw fieldError({ path: ['expiresAt'], message })
  }
  const ofParent = await readKeyExpiry(context.db, parentId)
  if (ofParent === undefined) throw unauthorized()
  if (ofParent === null || expires === null || expires <= ofParent) return expires ?? ofParent
  throw new ServiceError(
    'insufficient_scope',
    `A key cannot create a key that expires later than itself: ${expires.toISOString()} is after ${ofParent.toISOString()}. Send an earlier expiresAt, or none to use that of the key.`,
  )
}

/**
 * Creates an API key and returns it; only its hash is stored. It expires no later than the key that creates it.
 * @throws ServiceError `invalid_request` or `insufficient_scope` for its expiry
 */
export const createKey: UseCase<'keys.create'> = async (context, { grant, target, input, requestId }) => {
  const { name, expiresAt: requested } = input.body
  const { organizationId } = grant.scope
  const parentId = grant.keyId
  const expiresAt = await expiryOf(context, { parentId, requested })
  const options = { organizationId, profileId: target?.profileId ?? null, name, expiresAt, parentId }
  const { row, apiKey } = await storeKey(context, { ...options, now: context.now() })
  context.log.info({ requestId, organizationId, keyId: row.id }, 'api key created')
  return { status: 201, body: { ...viewKey(row), apiKey } }
}

/**
 * Deletes an API key of the organization, and the keys that it created.
 * @throws ServiceError `key_not_found`
 */
export const deleteKey: UseCase<'keys.delete'> = async (context, { grant, input, requestId }) => {
  const { keyId } = input.params
  const { organizationId } = grant.scope
  const deletedKeyIds = await removeKey(context.db, keyId, organizationId)
  if (deletedKeyIds.length === 0) throw new ServiceError('key_not_found')
  for (const id of deletedKeyIds) context.log.info({ requestId, organizationId, keyId: id }, 'api key deleted')
  return { status: 200, body: { keyId, deleted: true, deletedKeyIds } }
}
