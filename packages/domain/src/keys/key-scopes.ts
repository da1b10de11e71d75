/** What an API key can be allowed to read or to write. */
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

/** A scope that an operation needs. `:write` includes `:read`. */
export type OperationScope = `${Resource}:${'read' | 'write'}`

/** A scope of an API key; `*` stands for all of them. */
export type KeyScope = OperationScope | '*'

/** Every scope of an API key, in the order of the documentation. */
export const keyScopes: readonly KeyScope[] = [
  '*',
  ...resources.flatMap((resource) => [`${resource}:read`, `${resource}:write`] as const),
]

/** Whether a key with the scopes `held` has a scope. */
export function hasKeyScope(held: readonly string[], wanted: KeyScope): boolean {
  if (held.includes('*') || held.includes(wanted)) return true
  return wanted.endsWith(':read') && held.includes(wanted.replace(/:read$/, ':write'))
}

const reading = resources.filter((resource) => resource !== 'keys' && resource !== 'audit')
const publisher = ['posts:write', 'schedules:write', 'accounts:read', 'analytics:read'] as const
const moderator = ['comments:write', 'messages:write', 'posts:read', 'accounts:read'] as const

/** Names that can stand for a list of scopes when a key is created. */
export const keyPresets = {
  full: ['*'],
  read: reading.map((resource): OperationScope => `${resource}:read`),
  publisher,
  moderator,
  assistant: [...new Set([...publisher, ...moderator])],
} as const satisfies Record<string, readonly KeyScope[]>

export type KeyPreset = keyof typeof keyPresets

/** The presets whose keys need budgets. */
export const presetsWithBudgets: readonly KeyPreset[] = ['assistant']
