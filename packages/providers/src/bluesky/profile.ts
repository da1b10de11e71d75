import type { AppCall } from '../call-context.ts'
import { objectOf, textOf } from '../json.ts'
import { appViewHeaders } from './app-view.ts'
import type { Session } from './session.ts'
import { callServer } from './xrpc.ts'

interface Profile {
  displayName: string | null
  avatarUrl: string | null
}

const timeoutMs = 5_000
/** The maximum length of a display name in characters. Users choose their server, which could send a longer text. */
export const maxNameLength = 640
const maxUrlLength = 2_048

/** Returns a text that is not empty and has at most `max` characters, otherwise null. */
export function boundedText(value: unknown, max: number): string | null {
  const text = textOf(value)
  return text !== null && text.length <= max ? text : null
}

/**
 * Returns a field of a response that contains a URL, unchanged; null if it is missing or longer than 2,048 characters.
 */
export function urlIn(value: unknown): string | null {
  return boundedText(value, maxUrlLength)
}

/**
 * Returns the public URL of a blob at the account's server; null if the value is not a blob with a reference of at most
 * 2,048 characters.
 * @see https://docs.bsky.app/docs/api/com-atproto-sync-get-blob (read 2026-11-20)
 */
export function blobUrl({ server, did }: Pick<Session, 'server' | 'did'>, blob: unknown): string | null {
  const link = urlIn(objectOf(objectOf(blob)['ref'])['$link'])
  if (link === null) return null
  const url = new URL('/xrpc/com.atproto.sync.getBlob', server)
  url.search = new URLSearchParams({ did, cid: link }).toString()
  return url.href
}

/**
 * Reads the profile from the app view.
 * @throws ProviderError if the call fails
 * @see https://docs.bsky.app/docs/api/app-bsky-actor-get-profile (read 2026-11-20)
 */
async function fromAppView(call: AppCall, session: Session): Promise<Profile> {
  const response = await callServer(call, session, {
    method: 'app.bsky.actor.getProfile',
    query: { actor: session.did },
    headers: appViewHeaders,
    timeoutMs,
  })
  return { displayName: boundedText(response['displayName'], maxNameLength), avatarUrl: urlIn(response['avatar']) }
}

/**
 * Reads the profile from the account's own server.
 * @throws ProviderError if the call fails or the account has no profile record
 * @see https://docs.bsky.app/docs/api/com-atproto-repo-get-record (read 2026-11-20)
 */
async function fromRepository(call: AppCall, session: Session): Promise<Profile> {
  const query = { repo: session.did, collection: 'app.bsky.actor.profile', rkey: 'self' }
  const { value } = await callServer(call, session, { method: 'com.atproto.repo.getRecord', query, timeoutMs })
  const { displayName, avatar } = objectOf(value)
  return { displayName: boundedText(displayName, maxNameLength), avatarUrl: blobUrl(session, avatar) }
}

/**
 * Reads the account's display name and avatar from the app view or, if that fails, from the account's server. A value
 * that is missing or too long is null. Both are null if neither host can be read, since a connection does not depend on
 * the profile.
 */
export async function readProfile(call: AppCall, session: Session): Promise<Profile> {
  return fromAppView(call, session)
    .catch(() => fromRepository(call, session))
    .catch(() => ({ displayName: null, avatarUrl: null }))
}
