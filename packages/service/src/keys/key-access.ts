import type { ListedKey } from '@carillon/database'
import {
  hasKeyScope,
  type KeyBudget,
  type KeyBudgets,
  type KeyPreset,
  type KeyScope,
  keyBudgets,
  keyPresets,
  presetsWithBudgets,
  timeIn,
} from '@carillon/domain'
import { fieldError, keysOf, ServiceError } from '@carillon/errors'
import { isWithin, parseNetwork } from './grant-of-key.ts'

/**
 * The requested access of a new API key. Without `scopes` and `preset`, the preset is `full`; other absent fields are
 * those of the key that creates it.
 */
export interface WantedAccess {
  scopes?: readonly KeyScope[]
  preset?: KeyPreset
  budgets?: KeyBudgets
  allowedIps?: readonly string[]
  expiresAt?: string
}

/**
 * The access of a new API key: scopes, budgets, and the IP addresses from which and time until which it can be used.
 * Null means no limit.
 */
export interface KeyAccess {
  scopes: KeyScope[]
  budgets: KeyBudgets | null
  allowedIps: string[] | null
  expiresAt: Date | null
}

/**
 * Builds the error `insufficient_scope` for an API key that would have more access than allowed. `message` and
 * `details` are sent to the client and say which access exceeds the limit, such as `{ requiredScope: 'posts:read' }`.
 */
export function tooWide(message: string, details: object): ServiceError {
  return new ServiceError('insufficient_scope', message, { details })
}

/**
 * Returns the scopes of a new key.
 * @throws ServiceError `invalid_request` if both scopes and a preset are sent, `insufficient_scope` if the parent lacks
 *   one
 */
function scopesOf({ scopes, preset }: WantedAccess, parent: ListedKey): KeyScope[] {
  if (scopes !== undefined && preset !== undefined)
    throw fieldError({ path: ['preset'], message: 'send scopes or a preset, not both' })
  const wanted: readonly KeyScope[] = scopes ?? keyPresets[preset ?? 'full']
  const missing = wanted.find((scope) => !hasKeyScope(parent.scopes, scope))
  if (missing === undefined) return [...new Set(wanted)]
  const message = `A key cannot create a key with the scope ${missing}, which it does not have. Send scopes that it has: ${parent.scopes.join(', ')}.`
  throw tooWide(message, { requiredScope: missing })
}

/**
 * Returns the names of those budgets of an API key that are larger in `budgets` than in `than`. An absent budget is
 * unlimited (with null, all are absent), so it counts as larger than any that `than` has.
 */
export function widerBudgets(budgets: KeyBudgets | null, than: KeyBudgets | null): KeyBudget[] {
  const max = (of: KeyBudgets | null, budget: KeyBudget) => of?.[budget] ?? Number.POSITIVE_INFINITY
  return keysOf(keyBudgets).filter((budget) => max(budgets, budget) > max(than, budget))
}

/**
 * Returns the budgets of a new key: those requested, and for others those of the key that creates it. Null if it has no
 * budgets.
 * @throws ServiceError `invalid_request` if the preset requires budgets, `insufficient_scope` if one is larger than the
 *   parent's
 */
function budgetsOf({ preset, budgets }: WantedAccess, parent: ListedKey): KeyBudgets | null {
  if (budgets === undefined && preset !== undefined && presetsWithBudgets.includes(preset))
    throw fieldError({ path: ['budgets'], message: `the preset ${preset} requires budgets` })
  const combined = { ...parent.budgets, ...budgets }
  const [wider] = widerBudgets(combined, parent.budgets)
  if (wider === undefined) return keysOf(combined).length > 0 ? combined : null
  const message = `A key cannot create a key with the budget ${wider} of ${combined[wider]}: its own is ${parent.budgets?.[wider]}.`
  throw tooWide(message, { budgets: parent.budgets })
}

/**
 * Checks a list of IP addresses and networks in CIDR notation.
 * @throws ServiceError `invalid_request` for a string that is neither
 */
export function requireNetworks(networks: readonly string[]): void {
  for (const [at, network] of networks.entries()) {
    if (parseNetwork(network) !== null) continue
    const message = `${JSON.stringify(network)} is not an IP address or a network such as 203.0.113.0/24`
    throw fieldError({ path: ['allowedIps', String(at)], message })
  }
}

/**
 * Checks that the expiry of a key is in the future. Null, for no expiry, is allowed.
 * @throws ServiceError `invalid_request` if it is not
 */
export function requireFuture(expires: Date | null, now: Date): void {
  if (expires === null || expires > now) return
  const message = `it has to be in the future; it is ${expires.toISOString()}, and now is ${now.toISOString()}`
  throw fieldError({ path: ['expiresAt'], message })
}

/**
 * Returns the IP addresses of a new key: as requested, otherwise those of the key that creates it.
 * @throws ServiceError `invalid_request` for a string that is not an address or network, `insufficient_scope` for one
 *   from which the parent cannot be used
 */
function addressesOf({ allowedIps }: WantedAccess, parent: ListedKey): string[] | null {
  requireNetworks(allowedIps ?? [])
  const { allowedIps: held } = parent
  const further = held && allowedIps?.find((network) => !isWithin(network, held))
  if (further) {
    const message = `A key cannot create a key for ${further}: it can itself be used from ${held.join(', ')} alone.`
    throw tooWide(message, { allowedIps: held })
  }
  return allowedIps ? [...new Set(allowedIps)] : parent.allowedIps
}

/**
 * Returns the expiry of a new key: as requested, otherwise that of the key that creates it.
 * @throws ServiceError `invalid_request` if it is not in the future, `insufficient_scope` if it is after the parent's
 */
function expiryOf({ expiresAt: requested }: WantedAccess, parent: ListedKey, now: Date): Date | null {
  const expires = requested === undefined ? null : timeIn(requested)
  requireFuture(expires, now)
  const { expiresAt: ofParent } = parent
  if (ofParent === null || expires === null || expires <= ofParent) return expires ?? ofParent
  const latest = ofParent.toISOString()
  const message = `A key cannot create a key that expires later than itself: ${expires.toISOString()} is after ${latest}. Send an earlier expiresAt, or none to use that of the key.`
  throw tooWide(message, { expiresAt: latest })
}

/**
 * Returns the access of a new key that the key `parent` creates. Without `scopes` and `preset`, the preset is `full`.
 * Other limits that are not requested are those of the parent. A request for more than the parent has is rejected, not
 * reduced.
 * @throws ServiceError `invalid_request` if both scopes and a preset are given, budgets that the preset requires are
 *   missing, an IP network is invalid or the expiry is not in the future; `insufficient_scope` for access that the
 *   parent does not have
 */
export function accessOf(wanted: WantedAccess, parent: ListedKey, now: Date): KeyAccess {
  return {
    scopes: scopesOf(wanted, parent),
    budgets: budgetsOf(wanted, parent),
    allowedIps: addressesOf(wanted, parent),
    expiresAt: expiryOf(wanted, parent, now),
  }
}

/**
 * Checks that the key of a request, as it is stored, may manage keys. It may have been narrowed after the request was
 * authenticated.
 * @throws ServiceError `profile_scope_violation` if it is bound to profiles, `insufficient_scope` without `keys:write`
 */
export function requireManager({ profileId, profileIds, scopes }: ListedKey): void {
  if (profileId !== null || profileIds !== null) {
    const message = 'This API key is restricted to profiles. Use a key of the whole organization for this operation.'
    throw new ServiceError('profile_scope_violation', message)
  }
  const requiredScope = 'keys:write'
  if (hasKeyScope(scopes, requiredScope)) return
  throw tooWide(`This API key does not have the scope ${requiredScope}, which the operation needs.`, { requiredScope })
}

type Covered = Pick<ListedKey, 'id' | 'scopes' | 'budgets'>

/**
 * Returns whether `key` has all scopes of `other` and no smaller budgets, as a key must to change or delete `other`. A
 * key always covers itself.
 */
export function covers(key: Covered, other: Covered): boolean {
  if (key.id === other.id) return true
  const hasScopes = other.scopes.every((scope) => hasKeyScope(key.scopes, scope))
  return hasScopes && widerBudgets(other.budgets, key.budgets).length === 0
}
