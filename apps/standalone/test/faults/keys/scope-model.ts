/** An operation of the published OpenAPI document. */
export interface Described {
  method: string
  path: string
}

/** Resources by the beginning of a path; the first that fits counts. */
const resources: readonly (readonly [beginning: RegExp, resource: string | null])[] = [
  [/^\/profiles\/[^/]+\/(?:connect|connect-links|accounts|whatsapp-signup)(?:\/|$)/, 'accounts'],
  [/^\/profiles\/[^/]+\/slots$/, 'schedules'],
  [/^\/(?:profiles|organization)(?:\/|$)/, 'profiles'],
  [/^\/(?:accounts|origins)(?:\/|$)/, 'accounts'],
  [/^\/(?:posts|uploads)(?:\/|$)/, 'posts'],
  [/^\/webhook-endpoints(?:\/|$)/, 'webhooks'],
  [/^\/(?:audit-log|requests)$/, 'audit'],
  [/^\/(?:platforms|writes|keys\/current)$/, null],
  [/^\/(?:comments|messages|analytics|ads|usage|events|schedules|keys)(?:\/|$)/, ''],
]

/** Operations whose scopes do not follow from their method and path. */
const exceptions: Readonly<Record<string, readonly string[]>> = {
  'POST /keys/{keyId}/check': ['keys:read'],
  'POST /schedules': ['schedules:write', 'posts:write'],
  'PATCH /schedules/{scheduleId}': ['schedules:write', 'posts:write'],
  'POST /schedules/{scheduleId}/release': ['schedules:write', 'posts:write'],
  'GET /uploads/{uploadId}': ['posts:write'],
}

/**
 * The scopes that an operation needs, in the order in which a missing one is named: by its method and path, as the
 * documentation has them.
 */
export function scopesOf({ method, path }: Described): readonly string[] {
  const known = exceptions[`${method} ${path}`]
  if (known !== undefined) return known
  const found = resources.find(([beginning]) => beginning.test(path))
  if (found === undefined) throw new Error(`the model does not know the scope of ${method} ${path}`)
  const [, resource] = found
  if (resource === null) return []
  return [`${resource || path.split('/')[1]}:${method === 'GET' ? 'read' : 'write'}`]
}

/** Every scope that a key can have besides `*`. */
export const everyScope: readonly string[] = [
  ...['profiles', 'accounts', 'posts', 'comments', 'messages', 'analytics', 'ads', 'usage', 'events', 'webhooks'],
  ...['schedules', 'keys', 'audit'],
].flatMap((resource) => [`${resource}:read`, `${resource}:write`])
