import type { AppCall } from '../call-context.ts'
import { hostOf } from './host.ts'
import { askServer } from './oauth/handle-resolver.ts'
import type { Mentions } from './post-text.ts'
import type { Session } from './session.ts'

/** The account's server first, as users' own apps ask it; where it cannot tell, the `handles` host. */
async function resolve(call: AppCall, session: Session, handle: string): Promise<string | null> {
  const name = handle.toLowerCase()
  return askServer(call, session.server, name)
    .catch(() => askServer(call, hostOf(call.app, 'handles'), name))
    .catch(() => null)
}

/** Whom the handles of a text lead to; a name that leads to nobody, or that nobody can tell of now, is left out. */
export async function resolveMentions(call: AppCall, session: Session, handles: readonly string[]): Promise<Mentions> {
  const found = await Promise.all(
    handles.map(async (handle) => [handle, await resolve(call, session, handle)] as const),
  )
  return Object.fromEntries(found.filter((pair): pair is readonly [string, string] => pair[1] !== null))
}
