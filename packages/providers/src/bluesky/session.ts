import type { NodeSavedSession } from '@atproto/oauth-client-node'
import type { CallContext, JsonObject } from '../call-context.ts'
import { grantGone } from './oauth-failure.ts'

/** What of a connection is kept sealed: its DPoP key, its tokens, and the client that they were given to. */
export interface Credentials {
  redirectUri: string
  session: NodeSavedSession
}

export function writeCredentials({ redirectUri, session }: Credentials): JsonObject {
  return { redirectUri, session: JSON.parse(JSON.stringify(session)) }
}

/** Throws `connection_expired` when they are none of ours. */
export function readCredentials(credentials: JsonObject): Credentials {
  const { redirectUri, session } = credentials as unknown as Partial<Credentials>
  if (typeof redirectUri !== 'string' || !session?.dpopJwk || !session.tokenSet?.access_token) throw grantGone()
  return { redirectUri, session }
}

/** An account as its own server knows it. */
export interface Session {
  did: string
  /** Origin of the account's data server. */
  server: string
  accessToken: string
  key: NodeSavedSession['dpopJwk']
}

export function sessionFrom({ session }: Credentials): Session {
  const { tokenSet, dpopJwk } = session
  return { did: tokenSet.sub, server: new URL(tokenSet.aud).origin, accessToken: tokenSet.access_token, key: dpopJwk }
}

export function sessionOf(call: CallContext): Session {
  return sessionFrom(readCredentials(call.account.credentials))
}
