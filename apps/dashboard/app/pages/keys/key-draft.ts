import type { ApiKey, CheckKeyRequest, CreateKeyRequest, UpdateKeyRequest } from '@carillon/client'
import type { KeyScope } from '../../data/key-scopes.ts'
import { budgetsFor, type KeyBudget } from './key-budgets.ts'
import { expiryAt, keptExpiry } from './key-expiry.ts'

/** The input of the form that creates or changes a key. */
export interface KeyDraft {
  name: string
  scopes: readonly KeyScope[]
  /** The ids of the profiles that the key reaches; empty for all. */
  profileIds: readonly string[]
  budgets: Readonly<Partial<Record<KeyBudget, number>>>
  /** IP addresses and CIDR networks from which the key works; empty for everywhere. */
  allowedIps: readonly string[]
  /** When the key expires: a value of `expiries`, or `keptExpiry.value` to leave it as it is. */
  days: string
}

export const emptyDraft: KeyDraft = { name: '', scopes: [], profileIds: [], budgets: {}, allowedIps: [], days: '90' }

/** The input with the values of an existing key, whose expiry stays as it is. */
export function draftOf({ name, scopes, profileId, profileIds, budgets, allowedIps }: ApiKey): KeyDraft {
  return {
    ...emptyDraft,
    name: name ?? '',
    scopes,
    profileIds: profileIds ?? (profileId === null ? [] : [profileId]),
    budgets: budgets ?? {},
    allowedIps: allowedIps ?? [],
    days: keptExpiry.value,
  }
}

/**
 * A sentence for the user: what is missing before the key can be created; null if nothing is. With `needsBudget`, as
 * for an assistant, at least one budget has to be set.
 */
export function problemOf({ name, scopes, budgets }: KeyDraft, needsBudget: boolean): string | null {
  if (name.trim() === '') return 'Give the key a name.'
  if (scopes.length === 0) return 'Choose what the key is for.'
  const hasBudget = budgetsFor(scopes).some(({ budget }) => budgets[budget] !== undefined)
  return needsBudget && !hasBudget ? 'A key for an assistant takes at least one budget.' : null
}

function restrictionsOf({ profileIds, allowedIps }: KeyDraft) {
  return {
    ...(profileIds.length > 0 && { profileIds: [...profileIds] }),
    ...(allowedIps.length > 0 && { allowedIps: [...allowedIps] }),
  }
}

/**
 * The request body that creates the key, if it is now `now` (ms since 1970). Budgets that do not apply to its scopes
 * are left out.
 */
export function createBody(draft: KeyDraft, now: number): CreateKeyRequest {
  const set = budgetsFor(draft.scopes).flatMap(({ budget }) => {
    const max = draft.budgets[budget]
    return max === undefined ? [] : [[budget, max] as const]
  })
  const expiresAt = expiryAt(draft.days, now)
  return {
    name: draft.name.trim(),
    scopes: [...draft.scopes],
    ...restrictionsOf(draft),
    ...(set.length > 0 && { budgets: Object.fromEntries(set) }),
    ...(expiresAt && { expiresAt }),
  }
}

const isSame = (some: readonly string[], others: readonly string[]): boolean =>
  some.length === others.length && some.every((one) => others.includes(one))

const budgetsText = (budgets: KeyDraft['budgets']): string =>
  JSON.stringify(Object.entries(budgets).toSorted(([a], [b]) => (a < b ? -1 : 1)))

/**
 * The request body that changes a key: only the fields that differ from it. `now`, in ms since 1970, is the start of a
 * new expiry.
 */
export function changeBody(draft: KeyDraft, apiKey: ApiKey, now: number): UpdateKeyRequest {
  const before = draftOf(apiKey)
  const { scopes, profileIds, allowedIps, budgets, days } = draft
  const name = draft.name.trim()
  return {
    ...(name !== before.name && { name }),
    ...(!isSame(scopes, before.scopes) && { scopes: [...scopes] }),
    ...(!isSame(profileIds, before.profileIds) && { profileIds: [...profileIds] }),
    ...(!isSame(allowedIps, before.allowedIps) && { allowedIps: allowedIps.length > 0 ? [...allowedIps] : null }),
    ...(budgetsText(budgets) !== budgetsText(before.budgets) && {
      budgets: Object.keys(budgets).length > 0 ? { ...budgets } : null,
    }),
    ...(days !== keptExpiry.value && { expiresAt: expiryAt(days, now) }),
  }
}

/** A sentence for the user: why the change cannot be sent, or that none exists; null if it can. */
export function problemOfChange(draft: KeyDraft, apiKey: ApiKey): string | null {
  const problem = problemOf(draft, false)
  if (problem !== null) return problem
  if (draft.profileIds.length === 0 && draftOf(apiKey).profileIds.length > 0)
    return 'A key that is bound to profiles stays bound to at least one of them.'
  return Object.keys(changeBody(draft, apiKey, Date.now())).length === 0 ? 'Nothing has been changed.' : null
}

/**
 * The request body that checks which recent requests the scopes, profiles and IP addresses of the draft would have
 * rejected; null if it has no scopes.
 */
export function checkBody(draft: KeyDraft): CheckKeyRequest | null {
  return draft.scopes.length === 0 ? null : { scopes: [...draft.scopes], ...restrictionsOf(draft) }
}
