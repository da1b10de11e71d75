import { hasScope, type KeyPreset, type KeyScope } from '../../data/key-scopes.ts'

type Presets = Readonly<Record<KeyPreset, readonly KeyScope[]>>

/** A purpose of a key, with the scopes that it needs. */
export interface KeyJob {
  id: string
  label: string
  description: string
  /** A preset of the API, or the scopes themselves. */
  scopes: KeyPreset | readonly KeyScope[]
}

export const keyJobs: readonly KeyJob[] = [
  {
    id: 'reply',
    label: 'Reply to comments',
    description: 'Reads accounts, posts and comments, and replies, hides and deletes.',
    scopes: ['comments:write', 'accounts:read', 'posts:read'],
  },
  {
    id: 'publisher',
    label: 'Publish posts',
    description: 'Publishes and schedules, and reads accounts and analytics.',
    scopes: 'publisher',
  },
  {
    id: 'moderator',
    label: 'Answer comments and messages',
    description: 'Writes comments and messages, and reads posts and accounts.',
    scopes: 'moderator',
  },
  {
    id: 'assistant',
    label: 'An assistant',
    description: 'Publishes and answers, for a language model or an automation. It takes budgets.',
    scopes: 'assistant',
  },
  { id: 'read', label: 'Read only', description: 'Reads everything but keys and the audit log.', scopes: 'read' },
  { id: 'full', label: 'Everything', description: 'All scopes, also those of later versions.', scopes: 'full' },
]

/** The scopes of a job. */
export function scopesOfJob({ scopes }: KeyJob, presets: Presets): readonly KeyScope[] {
  return typeof scopes === 'string' ? presets[scopes] : scopes
}

/** The job that has exactly these scopes; undefined for any other choice of scopes. */
export function jobOf(scopes: readonly KeyScope[], presets: Presets): KeyJob | undefined {
  return keyJobs.find((job) => {
    const own = scopesOfJob(job, presets)
    return own.length === scopes.length && own.every((scope) => scopes.includes(scope))
  })
}

/** The levels of access to one kind of object; `write` includes `read`. */
export const levels = ['none', 'read', 'write'] as const

export type Level = (typeof levels)[number]

/** The kinds of objects that the scopes name, such as `posts` of `posts:write`, in order and without duplicates. */
export function resourcesOf(scopes: readonly KeyScope[]): string[] {
  return [...new Set(scopes.filter((scope) => scope !== '*').map((scope) => scope.replace(/:.*$/, '')))]
}

export function levelOf(scopes: readonly KeyScope[], resource: string): Level {
  const wanted = (level: Level) => scopes.some((scope) => scope === `${resource}:${level}`)
  if (scopes.includes('*') || wanted('write')) return 'write'
  return wanted('read') ? 'read' : 'none'
}

/**
 * The scopes after another level was chosen for one resource; those of other resources stay. Each resource has its
 * highest scope only, in the order of `all`; `*` is replaced by single scopes.
 */
export function withLevel(
  scopes: readonly KeyScope[],
  { resource, level }: { resource: string; level: Level },
  all: readonly KeyScope[],
): KeyScope[] {
  return all.filter((scope) => {
    if (scope === '*') return false
    const [name, own] = scope.split(':')
    return name === resource ? own === level : own === levelOf(scopes, name ?? '')
  })
}

/** Whether a key with the scopes `held` can create one with the scopes `wanted`: it has each of them. */
export function canGrant(held: readonly KeyScope[], wanted: readonly KeyScope[]): boolean {
  return wanted.every((scope) => hasScope(held, scope))
}
