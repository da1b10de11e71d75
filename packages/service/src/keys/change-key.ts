import { changeKey as changeRow, type KeyToChange } from '@carillon/database'
import { ServiceError } from '@carillon/errors'
import type { UseCase } from '../request.ts'
import { unauthorized } from './authenticate.ts'
import { changedAccess, widerChildren } from './changed-access.ts'
import { covers, requireManager } from './key-access.ts'
import { viewKeys } from './key-view.ts'
import { profilesFor } from './manage-keys.ts'

/**
 * Checks that the key of the request has all scopes of the key to be changed, and no smaller budgets.
 * @throws ServiceError `insufficient_scope` otherwise
 */
function requireCovered({ key, own }: KeyToChange): void {
  if (covers(own, key)) return
  const message = `A key can change only keys whose scopes it has and whose budgets are no wider: this one has ${key.scopes.join(', ')}.`
  throw new ServiceError('insufficient_scope', message, { details: { scopes: key.scopes } })
}

/**
 * Checks that no key that the changed key created would have more access than the changed key. `keyIds` are the ids of
 * those that would.
 * @throws ServiceError `insufficient_scope` if `keyIds` is not empty
 */
function requireNoWiderChildren(keyIds: readonly string[]): void {
  if (keyIds.length === 0) return
  const message = `The key has created keys that would have more access than it: ${keyIds.join(', ')}. Narrow or delete them first.`
  throw new ServiceError('insufficient_scope', message, { details: { keyIds } })
}

/**
 * Changes an API key. Its scopes and profiles can only be narrowed. Budgets, IP addresses and expiry can be widened up
 * to those of the key of the request and of each key that created the changed key. If the key of the request has a
 * budget itself, it can raise this budget only for keys that it created, directly or not.
 * @throws ServiceError `key_not_found`, `invalid_request`, `profile_not_found`, `unauthorized` if the key of the
 *   request was deleted meanwhile, the errors of `requireManager`, or `insufficient_scope` if the key of the request
 *   lacks a scope of the changed key or has a smaller budget, if a widened access exceeds its limit, or if a key that
 *   the changed key created would have more access than it
 */
export const changeKey: UseCase<'keys.update'> = async (context, { grant, target, input, requestId }) => {
  const { organizationId } = grant.scope
  const { keyId: id } = input.params
  const { name, profileId: _named, profileIds, ...wanted } = input.body
  const profiles = await profilesFor(context, grant, { profileId: target?.profileId, profileIds })
  const now = context.now()
  const row = await changeRow(context.db, { id, ownId: grant.keyId, organizationId }, (keys) => {
    requireManager(keys.own)
    requireCovered(keys)
    const access = changedAccess({ ...wanted, profiles }, keys, now)
    requireNoWiderChildren(widerChildren({ ...keys.key, ...access }, keys.children))
    return { ...(name !== undefined && { name }), ...access }
  })
  if (row === undefined) throw unauthorized()
  if (row === null) throw new ServiceError('key_not_found')
  context.log.info({ requestId, organizationId, keyId: id }, 'api key changed')
  const [view] = await viewKeys(context, [row])
  if (view === undefined) throw new Error('the changed key has no view')
  return { status: 200, body: view }
}
