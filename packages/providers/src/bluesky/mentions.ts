import type { AppCall } from '../call-context.ts'
import { hostOf } from './host.ts'
import { resolveByServer } from './oauth/handle-resolver.ts'
import type { Mentions } from './post-text.ts'
import type { Session } from './session.ts'

/**
 * Queries the account's own server first, as Bluesky's apps do, and the host `handles` if that server cannot respond.
 * Null if the handle cannot be resolved.
 */
async function resolve(call: AppCall, session: Session, handle: string): Promise<string | null> {
  const name = handle.toLowerCase()
  return resolveByServer(call, session.server, name)
    .catch(() => resolveByServer(call, hostOf(call.app, 'handles'), name))
    .catch(() => null)
}

/**
 * Resolves handles to DIDs by calls to the account's server; the result is keyed by handle. Handles that do not exist
 * or cannot be resolved are omitted.
 */
export async function resolveMentions(call: AppCall, session: Session, handles: readonly string[]): Promise<Mentions> {
  const found = await Promise.all(
    handles.map(async (handle) => [handle, await resolve(call, session, handle)] as const),
  )
  return Object.fromEntries(found.filter((pair): pair is readonly [string, string] => pair[1] !== null))
}
