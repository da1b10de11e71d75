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

/** What a request for a new key asks for. */
export interface WantedAccess {
  scopes?: readonly KeyScope[]
  preset?: KeyPreset
  budgets?: KeyBudgets
  allowedIps?: readonly string[]
  expiresAt?: string
}

/** What a new key may do, from where, and until when. */
export interface KeyAccess {
  scopes: KeyScope[]
  budgets: KeyBudgets | null
  allowedIps: string[] | null
  expiresAt: Date | null
}

/** The error for a key that would have more access than it may have. */
export function tooWide(message: string, details: object): ServiceError {
  return new ServiceError('insufficient_scope', message, { details })
}

/**
 * The scopes of a new key.
 * @throws ServiceError `invalid_request` for scopes beside a preset, `insufficient_scope` for one that the parent lacks
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

/** The budgets of a key that are wider than those of another one, or absent there alone. */
export function widerBudgets(budgets: KeyBudgets | null, than: KeyBudgets | null): KeyBudget[] {
  const max = (of: KeyBudgets | null, budget: KeyBudget) => of?.[budget] ?? Number.POSITIVE_INFINITY
  return keysOf(keyBudgets).filter((budget) => max(budgets, budget) > max(than, budget))
}

/**
 * The budgets of a new key: as requested, otherwise those of the key that creates it.
 * @throws ServiceError `invalid_request` if the preset requires budgets, `insufficient_scope` for one wider than the parent's
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

/** @throws ServiceError `invalid_request` for a text that is not an IP address or a network */
export function requireNetworks(networks: readonly string[]): void {
  for (const [at, network] of networks.entries()) {
    if (parseNetwork(network) !== null) continue
    const message = `${JSON.stringify(network)} is not an IP address or a network such as 203.0.113.0/24`
    throw fieldError({ path: ['allowedIps', String(at)], message })
  }
}

/** @throws ServiceError `invalid_request` for an expiry that is not in the future */
export function requireFuture(expires: Date | null, now: Date): void {
  if (expires === null || expires > now) return
  const message = `it has to be in the future; it is ${expires.toISOString()}, and now is ${now.toISOString()}`
  throw fieldError({ path: ['expiresAt'], message })
}

/**
 * The IP addresses of a new key: as requested, otherwise those of the key that creates it.
 * @throws ServiceError `invalid_request` for a text that is not an address or network, `insufficient_scope` for one from
 *   which the parent cannot be used
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
 * When a new key expires: as requested, otherwise with the key that creates it.
 * @throws ServiceError `invalid_request` for a time that is not in the future, `insufficient_scope` for one after the
 *   expiry of the parent
 */
function expiryOf({ expiresAt: requested }: WantedAccess, parent: ListedKey, now: Date): Date | null {
  const expires = requested === undefined ? null : timeIn(requested)
  requireFuture(expires, now)
  const { expiresAt: ofParent } = parent
  if (ofParent === null || expires === null || expires <= ofParent) return expires ?? ofParent
  throw new ServiceError(
    'insufficient_scope',
    `A key cannot create a key that expires later than itself: ${expires.toISOString()} is after ${ofParent.toISOString()}. Send an earlier expiresAt, or none to use that of the key.`,
  )
}

/**
 * What a key may have that another key creates: nothing that its parent does not have.
 * @throws ServiceError `invalid_request`, `insufficient_scope`
 */
export function accessOf(wanted: WantedAccess, parent: ListedKey, now: Date): KeyAccess {
  return {
    scopes: scopesOf(wanted, parent),
    budgets: budgetsOf(wanted, parent),
    allowedIps: addressesOf(wanted, parent),
    expiresAt: expiryOf(wanted, parent, now),
  }
}

type Covered = Pick<ListedKey, 'id' | 'scopes' | 'budgets'>

/** Whether a key has everything that another one has, so that it may delete it. */
export function covers(key: Covered, other: Covered): boolean {
  if (key.id === other.id) return true
  const hasScopes = other.scopes.every((scope) => hasKeyScope(key.scopes, scope))
  return hasScopes && widerBudgets(other.budgets, key.budgets).length === 0
}
