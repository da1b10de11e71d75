import { findProfile, type ListedKey, readKey, listKeys as readKeys, deleteKey as removeKey } from '@carillon/database'
import { fieldError, ServiceError } from '@carillon/errors'
import type { Context } from '../context.ts'
import type { Grant, UseCase } from '../request.ts'
import { profileNotFound } from '../scope.ts'
import { unauthorized } from './authenticate.ts'
import { accessOf, covers, requireManager } from './key-access.ts'
import { viewKey, viewKeys } from './key-view.ts'
import { storeKey } from './store-key.ts'

/** Lists the API keys of the organization, oldest first, including expired ones. */
export const listKeys: UseCase<'keys.list'> = async (context, { grant }) => {
  const rows = await readKeys(context.db, grant.scope.organizationId)
  return { status: 200, body: { keys: await viewKeys(context, rows) } }
}

/**
 * Reads the API key of the request.
 * @throws ServiceError `unauthorized` if it was deleted meanwhile
 */
async function ownKey(context: Context, { keyId }: Grant) {
  const key = await readKey(context.db, keyId)
  if (!key) throw unauthorized()
  return key
}

/**
 * Returns the API key of the request.
 * @throws ServiceError `unauthorized` if it was deleted meanwhile
 */
export const currentKey: UseCase<'keys.current'> = async (context, { grant }) => {
  const key = await ownKey(context, grant)
  const [view = viewKey(key)] = await viewKeys(context, [key])
  return { status: 200, body: view }
}

/**
 * Returns the profiles to which a key is to be bound, in the two columns that store them: `profileId` for a single
 * profile, `profileIds` for several; both null for a key that has access to all profiles.
 * @throws ServiceError `invalid_request` if the request has both fields, `profile_not_found` if one of `profileIds`
 *   does not exist or `grant` has no access to it; `profileId` is not checked
 */
export async function profilesFor(
  context: Context,
  grant: Grant,
  { profileId, profileIds }: { profileId: string | undefined; profileIds: readonly string[] | undefined },
): Promise<{ profileId: string | null; profileIds: string[] | null }> {
  if (profileIds === undefined) return { profileId: profileId ?? null, profileIds: null }
  if (profileId !== undefined)
    throw fieldError({ path: ['profileIds'], message: 'send profileId or profileIds, not both' })
  const distinct = [...new Set(profileIds.map((id) => id.toLowerCase()))]
  for (const id of distinct) if (!(await findProfile(context.db, { scope: grant.scope, id }))) throw profileNotFound()
  const [only, ...others] = distinct
  return others.length === 0 ? { profileId: only ?? null, profileIds: null } : { profileId: null, profileIds: distinct }
}

/**
 * Creates an API key and returns it. Only its hash is stored, so it cannot be read again. It never has more access than
 * the key of the request, and is deleted together with that key.
 * @throws ServiceError `invalid_request`, `insufficient_scope`, `profile_not_found`, `key_limit_reached`,
 *   `profile_scope_violation` if the key of the request was bound to profiles meanwhile, or `unauthorized` if it was
 *   deleted
 */
export const createKey: UseCase<'keys.create'> = async (context, { grant, target, input, requestId }) => {
  const { name, profileIds, ...wanted } = input.body
  const { organizationId } = grant.scope
  const now = context.now()
  const accessIn = (parent: ListedKey) => {
    requireManager(parent)
    return accessOf(wanted, parent, now)
  }
  accessIn(await ownKey(context, grant))
  const profiles = await profilesFor(context, grant, { profileId: target?.profileId, profileIds })
  const options = { organizationId, name, parentId: grant.keyId, expiresAt: null, ...profiles }
  const { row, apiKey } = await storeKey(context, { ...options, accessIn, now })
  context.log.info({ requestId, organizationId, keyId: row.id }, 'api key created')
  return { status: 201, body: { ...viewKey(row), apiKey } }
}

/**
 * Deletes an API key of the organization and all keys that it created, directly or not. The schedules of the deleted
 * keys stay and get the status `held`.
 * @throws ServiceError `key_not_found`, `insufficient_scope` if the key of the request lacks a scope of the deleted key
 *   or has a smaller budget, `unauthorized` if the key of the request was deleted meanwhile; the errors of
 *   `requireManager`
 */
export const deleteKey: UseCase<'keys.delete'> = async (context, { grant, input, requestId }) => {
  const { keyId } = input.params
  const { organizationId } = grant.scope
  const key = await readKey(context.db, keyId)
  if (key?.organizationId !== organizationId) throw new ServiceError('key_not_found')
  const own = await ownKey(context, grant)
  requireManager(own)
  if (!covers(own, key)) {
    const message = `A key can delete only keys whose scopes it has and whose budgets are no wider: this one has ${key.scopes.join(', ')}.`
    throw new ServiceError('insufficient_scope', message, { details: { scopes: key.scopes } })
  }
  const deletedKeyIds = await removeKey(context.db, keyId)
  if (deletedKeyIds.length === 0) throw new ServiceError('key_not_found')
  for (const id of deletedKeyIds) context.log.info({ requestId, organizationId, keyId: id }, 'api key deleted')
  return { status: 200, body: { keyId, deleted: true, deletedKeyIds } }
}
