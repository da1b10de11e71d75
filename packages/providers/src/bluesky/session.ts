import type { NodeSavedSession } from '@atproto/oauth-client-node'
import type { CallContext, JsonObject } from '../call-context.ts'
import { connectionExpired } from '../credentials.ts'
import { isObject, objectOf, textOf } from '../json.ts'
import type { PublishCall } from '../ports/publish.ts'

/**
 * The credentials of a connection: the library's OAuth session with its DPoP key and tokens, and the callback URL of
 * the client to which they were issued.
 */
export interface Credentials {
  redirectUri: string
  session: NodeSavedSession
}

/** Converts credentials to JSON for the database. */
export function writeCredentials({ redirectUri, session }: Credentials): JsonObject {
  return { redirectUri, session: JSON.parse(JSON.stringify(session)) }
}

/**
 * Converts stored credentials to those that the ports use.
 * @throws ProviderError `connection_expired` if they contain no session
 */
export function parseCredentials(stored: JsonObject): Credentials {
  const { redirectUri, session } = stored
  if (typeof redirectUri !== 'string' || !isSession(session)) {
    throw connectionExpired(new Error('the stored credentials hold no session'))
  }
  return { redirectUri, session }
}

/** Checks only the fields that a call needs; the OAuth library wrote the rest. */
function isSession(value: unknown): value is NodeSavedSession {
  const { dpopJwk, tokenSet } = objectOf(value)
  const needed = ['sub', 'aud', 'iss', 'access_token']
  return isObject(dpopJwk) && needed.every((name) => textOf(objectOf(tokenSet)[name]) !== null)
}

export type BlueskyCall = CallContext<Credentials>
export type BlueskyPublishCall = PublishCall<'bluesky', Credentials>

/** An authenticated account on its own server, as far as a call needs it. */
export interface Session {
  did: string
  /** The origin of the account's server. */
  server: string
  accessToken: string
  key: NodeSavedSession['dpopJwk']
}

/** Returns the session in the credentials of an account. */
export function sessionFrom({ session }: Credentials): Session {
  const { tokenSet, dpopJwk } = session
  return { did: tokenSet.sub, server: new URL(tokenSet.aud).origin, accessToken: tokenSet.access_token, key: dpopJwk }
}

/** Returns the session of the account for which a call is made. */
export function sessionOf({ account }: Pick<BlueskyCall, 'account'>): Session {
  return sessionFrom(account.credentials)
}
