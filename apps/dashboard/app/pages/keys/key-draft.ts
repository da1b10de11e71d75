import type { ApiKey, CheckKeyRequest, CreateKeyRequest, UpdateKeyRequest } from '@carillon/client'
import type { KeyScope } from '../../data/key-scopes.ts'
import { budgetsFor, type KeyBudget } from './key-budgets.ts'
import { expiryAt, keptExpiry } from './key-expiry.ts'

/** A key as it is being described. */
export interface KeyDraft {
  name: string
  scopes: readonly KeyScope[]
  /** Empty for all profiles. */
  profileIds: readonly string[]
  budgets: Readonly<Partial<Record<KeyBudget, number>>>
  /** Empty for everywhere. */
  allowedIps: readonly string[]
  /** A value of `expiries`, or `keptExpiry`. */
  days: string
}

export const emptyDraft: KeyDraft = { name: '', scopes: [], profileIds: [], budgets: {}, allowedIps: [], days: '90' }

/** A draft with what a key has. */
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

/** What is missing before the key can be created; null if nothing is. `needsBudget`: it is for an assistant. */
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

/** The request that creates the key. Budgets that its scopes cannot use up are left out. */
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

/** The request that changes a key: what differs from it. */
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

/** What keeps a change from being sent; null if nothing does. */
export function problemOfChange(draft: KeyDraft, apiKey: ApiKey): string | null {
  const problem = problemOf(draft, false)
  if (problem !== null) return problem
  if (draft.profileIds.length === 0 && draftOf(apiKey).profileIds.length > 0)
    return 'A key that is bound to profiles stays bound to at least one of them.'
  return Object.keys(changeBody(draft, apiKey, Date.now())).length === 0 ? 'Nothing has been changed.' : null
}

/** The request that says what the access of the draft would have rejected; null without scopes. */
export function checkBody(draft: KeyDraft): CheckKeyRequest | null {
  return draft.scopes.length === 0 ? null : { scopes: [...draft.scopes], ...restrictionsOf(draft) }
}
