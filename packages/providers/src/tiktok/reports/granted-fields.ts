import type { TikTokCall } from '../credentials.ts'
import type { Scope } from '../scopes.ts'

/** The names of response fields, keyed by the scope that allows reading them. */
export type FieldsByScope = Readonly<Partial<Record<Scope, readonly string[]>>>

/**
 * Returns the fields whose scope was granted to the account. A single field without its scope would fail the whole
 * call.
 */
export function grantedFields({ account }: Pick<TikTokCall, 'account'>, fields: FieldsByScope): string[] {
  return Object.entries(fields).flatMap(([scope, names]) => (account.scopes.includes(scope) ? names : []))
}
