import type { Account } from '@carillon/client'
import type { Facts } from './facts.ts'

/**
 * The uses of an account: `feature` is its name in the login's permissions, `rows` matches the names of its
 * capabilities.
 */
const features = [
  { feature: 'publishing', title: 'Publish and list posts', noun: 'publishing', rows: /^posts\./ },
  { feature: 'comments', title: 'Read and reply to comments', noun: 'comments', rows: /^comments\./ },
  { feature: 'messages', title: 'Read and send messages', noun: 'messages', rows: /^messages\./ },
  { feature: 'analytics', title: 'Read analytics', noun: 'analytics', rows: /^analytics\./ },
  { feature: 'ads', title: 'Manage ads', noun: 'ads', rows: /^ads$/ },
] as const

export interface Ability {
  feature: string
  title: string
  noun: string
  /**
   * `missing`: a scope in `scopes` was not granted. `never`: the social network or Carillon does not offer the feature.
   */
  state: 'can' | 'missing' | 'never'
  /** The scopes that the feature needs and the user did not grant; empty if all were granted. */
  scopes: readonly string[]
}

/** All uses of an account, available or not, in a fixed order. */
export function abilitiesOf(account: Account, facts: Facts): Ability[] {
  const { platform, authMethod, missingScopes } = account
  const login = facts.logins[platform][authMethod ?? 'any']
  return features.map(({ feature, title, noun, rows }) => {
    const isOffered = Object.entries(facts.capabilities).some(
      ([name, { cells }]) => rows.test(name) && cells[platform] !== false,
    )
    const needed = [...(login?.always ?? []), ...(login?.features[feature] ?? [])]
    const scopes = needed.filter((scope) => missingScopes.includes(scope))
    return { feature, title, noun, scopes, state: isOffered ? (scopes.length === 0 ? 'can' : 'missing') : 'never' }
  })
}

/**
 * Uses that the social network offers but for which the account lacks a permission, as nouns such as `comments`; empty
 * while `facts` are undefined.
 */
export function missingOf(account: Account, facts: Facts | undefined): string[] {
  if (facts === undefined || account.missingScopes.length === 0) return []
  return abilitiesOf(account, facts)
    .filter(({ state }) => state === 'missing')
    .map(({ noun }) => noun)
}
