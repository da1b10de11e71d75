import { createHash } from 'node:crypto'
import {
  buildAtprotoLoopbackClientMetadata,
  JoseKey,
  Keyset,
  type NodeOAuthClientOptions,
} from '@atproto/oauth-client-node'
import { ServiceError } from '@carillon/errors'
import { type App, isJsonObject, type Json, type JsonObject } from '../../call-context.ts'

/** What is asked of the user: `atproto` names the account, the other writes posts, uploads media and reads through the server. */
export const scopes = ['atproto', 'transition:generic'] as const

const callbackPath = '/oauth/bluesky/callback'
const metadataPath = '/oauth/bluesky/client-metadata.json'
const keysPath = '/oauth/bluesky/jwks.json'

type ClientMetadata = NodeOAuthClientOptions['clientMetadata']

function notConfigured(message: string, cause?: unknown): ServiceError {
  return new ServiceError('provider_not_configured', message, { cause })
}

/** Our callback as this network takes it: a loopback client is called back on an address, never on the name. */
export function callbackOf(app: Pick<App, 'publicUrl'>): string {
  const url = new URL(callbackPath, app.publicUrl)
  if (url.hostname === 'localhost') url.hostname = '127.0.0.1'
  return url.href
}

/** RFC 7638, for keys that were made without an id. */
function thumbprint(jwk: JsonObject): string {
  const { crv, kty, x, y } = jwk
  return createHash('sha256').update(JSON.stringify({ crv, kty, x, y })).digest('base64url')
}

/** The same URL, whose beginning its caller has checked. */
function https(url: string): `https://${string}` {
  return `https://${url.slice('https://'.length)}`
}

function readKeys(text: string): JsonObject[] {
  const parsed: Json = JSON.parse(text)
  const keys = typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed) ? parsed['keys'] : undefined
  return [keys ?? parsed].flat().filter(isJsonObject)
}

/**
 * The keys that sign as the app, or undefined for a public client. The setting holds one JWK, or a JWK set whose first key
 * signs anew while the others keep older connections alive.
 */
export async function keysetOf(app: Pick<App, 'secrets'>): Promise<Keyset | undefined> {
  const { privateKey } = app.secrets
  if (!privateKey) return undefined
  try {
    const keys = readKeys(privateKey).map((jwk) =>
      JoseKey.fromJWK({ ...jwk, alg: 'ES256', kid: jwk['kid'] ?? thumbprint(jwk) }),
    )
    return new Keyset(await Promise.all(keys))
  } catch (cause) {
    throw notConfigured("The app's private key cannot be read; it takes an ES256 key as JWK.", cause)
  }
}

/**
 * How the service presents itself to an authorization server: by a document at its own address, or as a loopback client
 * where it has no public one. `redirectUri` decides which, so that a connection keeps the client it was made with.
 *
 * @see https://atproto.com/specs/oauth#clients (read 2026-11-20)
 */
export function clientMetadata(redirectUri: string, confidential: boolean): ClientMetadata {
  const { origin, protocol, hostname } = new URL(redirectUri)
  const scope = scopes.join(' ')
  if (protocol === 'https:') {
    return {
      client_id: new URL(metadataPath, origin).href,
      client_name: 'Carillon',
      client_uri: https(origin),
      application_type: 'web',
      redirect_uris: [https(redirectUri)],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      scope,
      dpop_bound_access_tokens: true,
      ...(confidential
        ? {
            token_endpoint_auth_method: 'private_key_jwt',
            token_endpoint_auth_signing_alg: 'ES256',
            jwks_uri: https(new URL(keysPath, origin).href),
          }
        : { token_endpoint_auth_method: 'none' }),
    }
  }
  if (hostname !== '127.0.0.1' && hostname !== '[::1]') {
    throw notConfigured('The network needs a public https address of this service, or one on 127.0.0.1.')
  }
  return buildAtprotoLoopbackClientMetadata({ scope, redirect_uris: [redirectUri as `http://127.0.0.1/${string}`] })
}

/** Whether the client that belongs to a callback proves itself by signature; loopback clients have nobody to vouch for a key. */
export function signs(redirectUri: string, keyset: Keyset | undefined): boolean {
  return keyset !== undefined && redirectUri.startsWith('https:')
}

/** The documents that authorization servers fetch of us; none for a loopback client. */
export async function clientDocuments(app: App): Promise<Record<string, JsonObject>> {
  const redirectUri = callbackOf(app)
  if (!redirectUri.startsWith('https:')) return {}
  const keyset = await keysetOf(app)
  const metadata: JsonObject = JSON.parse(JSON.stringify(clientMetadata(redirectUri, signs(redirectUri, keyset))))
  const keys: unknown = keyset?.publicJwks
  return { 'client-metadata.json': metadata, ...(isJsonObject(keys) && { 'jwks.json': { keys: keys['keys'] ?? [] } }) }
}
