import type { AppCall } from '../call-context.ts'
import { hostOf } from './host.ts'
import { resolveByServer } from './oauth/handle-resolver.ts'
import type { Mentions } from './post-text.ts'
import type { Session } from './session.ts'

/**
 * The maximum number of handles that are resolved for a publish. A thread can have more than a thousand, and servers
 * limit the requests of an IP address, which all accounts share.
 */
const maxHandles = 100
const timeoutMs = 5_000

/**
 * Returns the DID of the account with a handle; null if the handle cannot be resolved. The account's own server is
 * queried first, as in Bluesky's apps, and the host `handles` of the settings if that server cannot respond.
 */
async function resolve(call: AppCall, session: Session, handle: string): Promise<string | null> {
  const resolving = { handle: handle.toLowerCase(), timeoutMs }
  return resolveByServer(call, { ...resolving, server: session.server })
    .catch(() => resolveByServer(call, { ...resolving, server: hostOf(call.app, 'handles') }))
    .catch(() => null)
}

/**
 * Resolves handles to DIDs and returns these keyed by handle. Each handle is queried at the account's own server, and
 * at Bluesky's public host (`handles` in the settings) if that server cannot respond. Handles that do not exist or
 * cannot be resolved are omitted, and so are all after the first 100; never throws.
 */
export async function resolveMentions(call: AppCall, session: Session, handles: readonly string[]): Promise<Mentions> {
  const found = await Promise.all(
    handles.slice(0, maxHandles).map(async (handle) => [handle, await resolve(call, session, handle)] as const),
  )
  return Object.fromEntries(found.filter((pair): pair is readonly [string, string] => pair[1] !== null))
}
