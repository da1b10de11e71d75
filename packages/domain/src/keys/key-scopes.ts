/** The kinds of data to which API keys can have read or write access. */
const resources = [
  'profiles',
  'accounts',
  'posts',
  'comments',
  'messages',
  'analytics',
  'ads',
  'usage',
  'events',
  'webhooks',
  'schedules',
  'keys',
  'audit',
] as const

type Resource = (typeof resources)[number]

/** The scope that an operation requires, such as `posts:write`. A `:write` scope includes `:read`. */
export type OperationScope = `${Resource}:${'read' | 'write'}`

/** A scope of an API key; `*` includes all others. */
export type KeyScope = OperationScope | '*'

/** All scopes of API keys, in the order of the documentation. */
export const keyScopes: readonly KeyScope[] = [
  '*',
  ...resources.flatMap((resource) => [`${resource}:read`, `${resource}:write`] as const),
]

/**
 * Returns whether the scopes `held` include `wanted`: the same scope, `*`, or the `:write` scope for a `:read` scope.
 */
export function hasKeyScope(held: readonly string[], wanted: KeyScope): boolean {
  if (held.includes('*') || held.includes(wanted)) return true
  return wanted.endsWith(':read') && held.includes(wanted.replace(/:read$/, ':write'))
}

const reading = resources.filter((resource) => resource !== 'keys' && resource !== 'audit')
const publisher = ['posts:write', 'schedules:write', 'accounts:read', 'analytics:read'] as const
const moderator = ['comments:write', 'messages:write', 'posts:read', 'accounts:read'] as const

/** Lists of scopes, keyed by the name that can be sent instead of them when a key is created, checked or changed. */
export const keyPresets = {
  full: ['*'],
  read: reading.map((resource): OperationScope => `${resource}:read`),
  publisher,
  moderator,
  assistant: [...new Set([...publisher, ...moderator])],
} as const satisfies Record<string, readonly KeyScope[]>

export type KeyPreset = keyof typeof keyPresets

/** The presets whose keys must have budgets. */
export const presetsWithBudgets: readonly KeyPreset[] = ['assistant']
