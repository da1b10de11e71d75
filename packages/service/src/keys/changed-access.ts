import type { KeyChange, KeyToChange, ListedKey } from '@carillon/database'
import {
  hasKeyScope,
  type KeyBudget,
  type KeyBudgets,
  type KeyPreset,
  type KeyScope,
  keyPresets,
  timeIn,
} from '@carillon/domain'
import { fieldError } from '@carillon/errors'
import { isWithin } from './grant-of-key.ts'
import { requireFuture, requireNetworks, tooWide, widerBudgets } from './key-access.ts'

/** The requested change of an API key's access. Absent fields stay as they are; null removes a limit. */
interface WantedChange {
  scopes?: readonly KeyScope[]
  preset?: KeyPreset
  budgets?: KeyBudgets | null
  allowedIps?: readonly string[] | null
  expiresAt?: string | null
  /** The profiles to which the key is to be bound; both fields are null if they stay as they are. */
  profiles: Pick<ListedKey, 'profileId' | 'profileIds'>
}

type Access = Pick<ListedKey, 'scopes' | 'profileId' | 'profileIds' | 'allowedIps' | 'budgets' | 'expiresAt'>

/** Returns the ids of the profiles that a key has access to; null for all. */
const reachOf = ({ profileId, profileIds }: Pick<Access, 'profileId' | 'profileIds'>): readonly string[] | null =>
  profileIds ?? (profileId === null ? null : [profileId])

const lacksSome = <T>(held: readonly T[] | null, wanted: readonly T[] | null): T | null | undefined =>
  held === null ? undefined : wanted === null ? null : wanted.find((one) => !held.includes(one))

function changedScopes({ scopes, preset }: WantedChange, key: ListedKey): KeyChange {
  if (scopes !== undefined && preset !== undefined)
    throw fieldError({ path: ['preset'], message: 'send scopes or a preset, not both' })
  const wanted: readonly KeyScope[] | undefined = preset === undefined ? scopes : keyPresets[preset]
  if (wanted === undefined) return {}
  const missing = wanted.find((scope) => !hasKeyScope(key.scopes, scope))
  if (missing === undefined) return { scopes: [...new Set(wanted)] }
  const message = `The scopes of a key can only be narrowed: it does not have ${missing}, but ${key.scopes.join(', ')}. Create another key.`
  throw tooWide(message, { requiredScope: missing })
}

function changedProfiles({ profiles }: WantedChange, key: ListedKey): KeyChange {
  const wanted = reachOf(profiles)
  if (wanted === null) return {}
  const further = lacksSome(reachOf(key), wanted)
  if (further === undefined) return profiles
  throw tooWide(`The profiles of a key can only be narrowed: it does not reach ${further}. Create another key.`, {
    profileIds: reachOf(key),
  })
}

/**
 * Returns the maximum to which a change may set a budget; infinite if it is unlimited. A key that created the changed
 * key, directly or not, is charged with the changed key's use, so it may set up to its own budget. Any other key with
 * such a budget would gain use through the changed key, and therefore cannot raise it.
 */
function maxBudget(budget: KeyBudget, { key, own, above }: KeyToChange): number {
  const of = ({ budgets }: ListedKey) => budgets?.[budget] ?? Number.POSITIVE_INFINITY
  const isCharged = above.some(({ id }) => id === own.id)
  const ofOwn = of(own) === Number.POSITIVE_INFINITY || isCharged ? of(own) : of(key)
  return Math.min(ofOwn, ...above.map(of))
}

function changedBudgets({ budgets }: WantedChange, keys: KeyToChange): KeyChange {
  if (budgets === undefined) return {}
  for (const budget of widerBudgets(budgets, keys.key.budgets)) {
    const max = maxBudget(budget, keys)
    const wanted = budgets?.[budget] ?? Number.POSITIVE_INFINITY
    if (wanted <= max) continue
    const message = `The key cannot have the budget ${budget} of ${budgets?.[budget] ?? 'any size'}: at most ${max} are possible, by the budgets of this key, of the key of the request and of those that created it.`
    throw tooWide(message, { budget, max })
  }
  return { budgets }
}

/** Whether each of the networks is contained in one of the others; null stands for all IP addresses. */
const isWithinAll = (networks: readonly string[] | null, others: readonly string[] | null): boolean =>
  others === null || networks?.every((network) => isWithin(network, others)) === true

function changedAddresses({ allowedIps }: WantedChange, { key, own, above }: KeyToChange): KeyChange {
  if (allowedIps === undefined) return {}
  requireNetworks(allowedIps ?? [])
  const further = allowedIps?.filter((network) => !isWithinAll([network], key.allowedIps)) ?? null
  const limit = [own, ...above].find((each) => !isWithinAll(further, each.allowedIps))
  if (limit === undefined || isWithinAll(allowedIps, key.allowedIps))
    return { allowedIps: allowedIps && [...new Set(allowedIps)] }
  const message = `The key cannot be used from ${further?.join(', ') ?? 'everywhere'}: the key of the request or one that created it can itself be used from ${limit.allowedIps?.join(', ')} alone.`
  throw tooWide(message, { allowedIps: limit.allowedIps })
}

const timeOf = (expiresAt: Date | null): number => expiresAt?.getTime() ?? Number.POSITIVE_INFINITY

function changedExpiry({ expiresAt }: WantedChange, { key, own, above }: KeyToChange, now: Date): KeyChange {
  if (expiresAt === undefined) return {}
  const expires = expiresAt === null ? null : timeIn(expiresAt)
  requireFuture(expires, now)
  const last = Math.min(...[own, ...above].map((each) => timeOf(each.expiresAt)))
  const max = Math.max(timeOf(key.expiresAt), last)
  if (timeOf(expires) <= max) return { expiresAt: expires }
  const latest = new Date(max).toISOString()
  const message = `The key cannot have the expiry ${expires?.toISOString() ?? 'never'}: ${latest} at the latest is possible, by the expiry of this key, of the key of the request and of those that created it.`
  throw tooWide(message, { expiresAt: latest })
}

/**
 * Checks a requested change of an API key and returns the columns to change. Stores nothing.
 * @throws ServiceError `invalid_request` if both scopes and a preset are given, an IP network is invalid or the expiry
 *   is not in the future; `insufficient_scope` for access that the key cannot get
 */
export function changedAccess(wanted: WantedChange, keys: KeyToChange, now: Date): KeyChange {
  return {
    ...changedScopes(wanted, keys.key),
    ...changedProfiles(wanted, keys.key),
    ...changedBudgets(wanted, keys),
    ...changedAddresses(wanted, keys),
    ...changedExpiry(wanted, keys, now),
  }
}

function isWider(child: Access, key: Access): boolean {
  const hasMore = child.scopes.some((scope) => !hasKeyScope(key.scopes, scope))
  const isFromElsewhere = !isWithinAll(child.allowedIps, key.allowedIps)
  const lastsLonger = timeOf(child.expiresAt) > timeOf(key.expiresAt)
  const reachesFurther = lacksSome(reachOf(key), reachOf(child)) !== undefined
  return (
    hasMore || isFromElsewhere || lastsLonger || reachesFurther || widerBudgets(child.budgets, key.budgets).length > 0
  )
}

/**
 * Returns the ids of those keys in `children` that have more access than `access`, the new access of the key that
 * created them.
 */
export function widerChildren(access: Access, children: readonly ListedKey[]): string[] {
  return children.filter((child) => isWider(child, access)).map(({ id }) => id)
}
