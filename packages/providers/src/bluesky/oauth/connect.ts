import type { NodeOAuthClient, NodeSavedSession, NodeSavedState } from '@atproto/oauth-client-node'
import { ServiceError } from '@carillon/errors'
import type { AppCall } from '../../call-context.ts'
import { connectionExpired } from '../../credentials.ts'
import { isObject, objectOf } from '../../json.ts'
import { notGrantedScopes } from '../../oauth2/flow.ts'
import type {
  Authorization,
  AuthorizationRequest,
  CallbackRequest,
  Completion,
  ConnectPort,
  Granted,
  Refreshed,
} from '../../ports/connect.ts'
import { hostOf } from '../host.ts'
import { readProfile } from '../profile.ts'
import { type Credentials, sessionFrom, writeCredentials } from '../session.ts'
import { callbackOf, clientDocuments, scopes } from './client-metadata.ts'
import { normalizeHandle } from './handle.ts'
import { callStore, oauthClient } from './oauth-client.ts'
import { connectFailure, refreshFailure } from './oauth-failure.ts'

type Client = NodeOAuthClient

function denied(): ServiceError {
  return new ServiceError('missing_scope', 'The user did not authorize the account.')
}

/**
 * Starts an authorization at the account's server, and returns its URL with the values that `complete` needs. Without a
 * handle, the user enters the account on the page of Bluesky's own server (`entryway` in the settings).
 * @throws ServiceError `invalid_handle` if the handle does not lead to an account; `provider_not_configured` if the
 *   app's key or URL is not usable; otherwise as `connectFailure` translates the error
 */
async function authorize(call: AppCall, request: AuthorizationRequest): Promise<Authorization> {
  const account = request.handle ? normalizeHandle(request.handle) : new URL(hostOf(call.app, 'entryway')).origin
  const redirectUri = callbackOf(call.app)
  const states = callStore<NodeSavedState>()
  const client = await oauthClient(call, { redirectUri, states })
  const url = await client.authorize(account, { signal: call.signal }).catch((error: unknown) => {
    throw connectFailure(error, call)
  })
  const [stored] = states.entries
  if (!stored) throw new TypeError('the OAuth client kept no state')
  const [state, data] = stored
  return { authorizationUrl: url.href, state, kept: { redirectUri, data: JSON.parse(JSON.stringify(data)) } }
}

/**
 * Reads the account's handle; null unless the handle and the DID document refer to each other, or if they cannot be
 * read.
 */
async function handleOf(client: Client, did: string): Promise<string | null> {
  const found = await client.identityResolver.resolve(did).catch(() => undefined)
  return found && found.handle !== 'handle.invalid' ? found.handle : null
}

/** Returns whether a value is the state that the OAuth client kept for the callback. */
function isState(value: unknown): value is NodeSavedState {
  const { iss, verifier, dpopJwk, authMethod } = objectOf(value)
  return typeof iss === 'string' && typeof verifier === 'string' && isObject(dpopJwk) && isObject(authMethod)
}

async function exchange(call: AppCall, request: CallbackRequest): Promise<{ client: Client } & Credentials> {
  const { redirectUri, data } = request.kept
  if (typeof redirectUri !== 'string' || !isState(data)) throw new TypeError('the session has no OAuth state')
  const states = callStore([[request.parameters['state'] ?? '', data]])
  const sessions = callStore<NodeSavedSession>()
  const client = await oauthClient(call, { redirectUri, states, sessions })
  await client.callback(new URLSearchParams(request.parameters)).catch((error: unknown) => {
    throw connectFailure(error, call)
  })
  const [session] = sessions.entries.values()
  if (!session) throw new TypeError('the OAuth client kept no session')
  return { client, redirectUri, session }
}

/** Parses the scopes of a token response, which are separated by spaces. */
function grantedIn(scope: string): Granted {
  const granted = scope.split(' ')
  return { scopes: granted, missingScopes: notGrantedScopes(scopes, granted) }
}

async function complete(call: AppCall, request: CallbackRequest): Promise<Completion> {
  if (request.parameters['error'] === 'access_denied') throw denied()
  const { client, ...credentials } = await exchange(call, request)
  const { sub: did, scope, expires_at: expiresAt } = credentials.session.tokenSet
  const granted = grantedIn(scope)
  if (granted.missingScopes.length > 0) {
    await client.revoke(did).catch(() => undefined)
    throw new ServiceError('missing_scope', 'The user did not grant a permission that publishing requires.')
  }
  const [handle, profile] = await Promise.all([handleOf(client, did), readProfile(call, sessionFrom(credentials))])
  const identity = {
    providerId: did,
    displayIdentifier: handle,
    ...profile,
    ...granted,
    credentials: writeCredentials(credentials),
    tokenExpiresAt: expiresAt ? new Date(expiresAt) : null,
  }
  return { identities: [identity], select: false }
}

/**
 * Reads whether the account has moved to a server that does not accept the session's grant; false if its present server
 * cannot be determined.
 */
async function hasMoved(client: Client, { tokenSet }: NodeSavedSession): Promise<boolean> {
  const found = await client.oauthResolver.resolveFromIdentity(tokenSet.sub).catch(() => undefined)
  return found !== undefined && found.metadata.issuer !== tokenSet.iss
}

/**
 * Obtains new tokens, and the account's handle if it is known: before a refresh, the library resolves the account's DID
 * and the handle in its document. This is the only function that uses a refresh token.
 * @throws ServiceError `connection_expired` if the session has ended or the account has moved to another server;
 *   `provider_error` or another code of `errorRules` for any other failure
 */
async function refresh(call: AppCall, { redirectUri, session }: Credentials): Promise<Refreshed> {
  const { sub: did, access_token: old } = session.tokenSet
  const sessions = callStore([[did, session]])
  let handle: string | undefined
  const onHandle = (resolved: string, to: string | null) => {
    if (to === did) handle = resolved
  }
  const client = await oauthClient(call, { redirectUri, sessions, onHandle })
  const failure = await client.restore(did, true).then(
    () => undefined,
    (error: unknown) => ({ error }),
  )
  const renewed = sessions.get(did)
  // After refreshing, the library reads the server's metadata again. New tokens are kept even if that fails.
  if (!renewed || renewed.tokenSet.access_token === old) {
    const translated = refreshFailure(failure?.error, call)
    const known = translated instanceof ServiceError && translated.code === 'connection_expired'
    throw !known && (await hasMoved(client, session)) ? connectionExpired(failure?.error) : translated
  }
  const { expires_at: expiresAt, scope } = renewed.tokenSet
  return {
    credentials: writeCredentials({ redirectUri, session: renewed }),
    tokenExpiresAt: expiresAt ? new Date(expiresAt) : null,
    granted: grantedIn(scope),
    ...(handle !== undefined && { names: { displayIdentifier: handle, displayName: null } }),
  }
}

async function revoke(call: AppCall, { redirectUri, session }: Credentials): Promise<void> {
  const sessions = callStore([[session.tokenSet.sub, session]])
  const client = await oauthClient(call, { redirectUri, sessions })
  await client.revoke(session.tokenSet.sub).catch((error: unknown) => {
    throw connectFailure(error, call)
  })
}

/**
 * Connects Bluesky accounts on any server by OAuth. The OAuth library implements the protocol.
 * @see https://atproto.com/specs/oauth (read 2026-11-20)
 */
export const blueskyConnect: ConnectPort<Credentials> = {
  authorize,
  complete,
  refresh,
  revoke,
  documents: ({ app }) => clientDocuments(app),
}
