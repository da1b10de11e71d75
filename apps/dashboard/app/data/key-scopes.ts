import type { ApiKey, CreateKeyRequest } from '@carillon/client'

/** A scope of an API key; `*` stands for all of them. */
export type KeyScope = ApiKey['scopes'][number]

/** A name that stands for a list of scopes when a key is created. */
export type KeyPreset = NonNullable<CreateKeyRequest['preset']>

/** Whether a key with the scopes `held` has the scope `wanted`: `*` includes all, and `x:write` includes `x:read`. */
export function hasScope(held: readonly KeyScope[], wanted: KeyScope): boolean {
  if (held.includes('*') || held.includes(wanted)) return true
  return held.some((scope) => scope.endsWith(':write') && scope.replace(/:write$/, ':read') === wanted)
}
