import type { NodeSavedSession } from '@atproto/oauth-client-node'
import type { CallContext, JsonObject } from '../call-context.ts'
import { connectionExpired } from '../credentials.ts'
import { ProviderError } from '../error-rules.ts'
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

/**
 * The maximum length of a session as JSON, in characters. Users choose the server that issues the tokens and scopes,
 * which are read with every call.
 */
const maxSessionLength = 65_536

/**
 * Converts credentials to JSON for the database.
 * @throws ProviderError `provider_error` if the session is longer than 65,536 characters as JSON
 */
export function writeCredentials({ redirectUri, session }: Credentials): JsonObject {
  const text = JSON.stringify(session)
  if (text.length > maxSessionLength) {
    throw new ProviderError('provider_error', "The account's server returned tokens that are too long.", 'rejected')
  }
  return { redirectUri, session: JSON.parse(text) }
}

/**
 * Converts stored credentials to those that the ports use.
 * @throws ProviderError `connection_expired` if the callback URL or a part of the session is missing
 */
export function parseCredentials(stored: JsonObject): Credentials {
  const { redirectUri, session } = stored
  if (typeof redirectUri !== 'string' || !isSession(session)) {
    throw connectionExpired(new Error('the stored credentials hold no session'))
  }
  return { redirectUri, session }
}

/**
 * Returns whether a value is a session of the OAuth library. Checks only the fields that calls need, since the library
 * itself wrote the value.
 */
function isSession(value: unknown): value is NodeSavedSession {
  const { dpopJwk, tokenSet } = objectOf(value)
  const needed = ['sub', 'aud', 'iss', 'access_token']
  return isObject(dpopJwk) && needed.every((name) => textOf(objectOf(tokenSet)[name]) !== null)
}

export type BlueskyCall = CallContext<Credentials>
export type BlueskyPublishCall = PublishCall<'bluesky', Credentials>

/** The part of an account's OAuth session that calls to its server need. `key` is the private DPoP key as a JWK. */
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
