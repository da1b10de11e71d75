import type { TikTokCall } from '../credentials.ts'
import type { Scope } from '../scopes.ts'

/** Fields of a response, by the scope that allows reading them. */
export type FieldsByScope = Readonly<Partial<Record<Scope, readonly string[]>>>

/** The fields whose scope was granted. TikTok rejects a whole call because of one field without its scope. */
export function grantedFields({ account }: Pick<TikTokCall, 'account'>, fields: FieldsByScope): string[] {
  return Object.entries(fields).flatMap(([scope, names]) => (account.scopes.includes(scope) ? names : []))
}
