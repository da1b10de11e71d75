import type { NodeSavedSession } from '@atproto/oauth-client-node'
import type { CallContext, JsonObject } from '../call-context.ts'
import { connectionExpired } from '../credentials.ts'
import { isObject, objectOf, textOf } from '../json.ts'
import type { PublishCall } from '../ports/publish.ts'

/** The encrypted part of a connection: its DPoP key, its tokens, and the client to which they were issued. */
export interface Credentials {
  redirectUri: string
  session: NodeSavedSession
}

/** The credentials of an account as JSON for the database. */
export function writeCredentials({ redirectUri, session }: Credentials): JsonObject {
  return { redirectUri, session: JSON.parse(JSON.stringify(session)) }
}

/**
 * Reads stored credentials.
 * @throws ProviderError `connection_expired` when they contain no session
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

/** An authenticated account on its own server. */
export interface Session {
  did: string
  /** Origin of the account's data server. */
  server: string
  accessToken: string
  key: NodeSavedSession['dpopJwk']
}

/** The session in an account's credentials: user, data server, access token and DPoP key. */
export function sessionFrom({ session }: Credentials): Session {
  const { tokenSet, dpopJwk } = session
  return { did: tokenSet.sub, server: new URL(tokenSet.aud).origin, accessToken: tokenSet.access_token, key: dpopJwk }
}

/** The session of the account that a call is made for. */
export function sessionOf({ account }: Pick<BlueskyCall, 'account'>): Session {
  return sessionFrom(account.credentials)
}
