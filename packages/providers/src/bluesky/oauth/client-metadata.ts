import { createHash } from 'node:crypto'
import {
  buildAtprotoLoopbackClientMetadata,
  JoseKey,
  Keyset,
  type NodeOAuthClientOptions,
} from '@atproto/oauth-client-node'
import { ServiceError } from '@carillon/errors'
import { type App, isJsonObject, type Json, type JsonObject } from '../../call-context.ts'

/**
 * The OAuth scopes that are requested: `atproto` identifies the account, `transition:generic` allows posting, uploading
 * media and reading through the account's server.
 */
export const scopes = ['atproto', 'transition:generic'] as const

const callbackPath = '/oauth/bluesky/callback'
const metadataPath = '/oauth/bluesky/client-metadata.json'
const keysPath = '/oauth/bluesky/jwks.json'

type ClientMetadata = NodeOAuthClientOptions['clientMetadata']

function notConfigured(message: string, cause?: unknown): ServiceError {
  return new ServiceError('provider_not_configured', message, { cause })
}

/**
 * Returns the URL of Carillon's OAuth callback. `localhost` is replaced by `127.0.0.1`, which a loopback client must
 * use.
 */
export function callbackOf(app: Pick<App, 'publicUrl'>): string {
  const url = new URL(callbackPath, app.publicUrl)
  if (url.hostname === 'localhost') url.hostname = '127.0.0.1'
  return url.href
}

/** Returns the JWK thumbprint (RFC 7638) of an elliptic curve key, which serves as the `kid` of a key without one. */
function thumbprint(jwk: JsonObject): string {
  const { crv, kty, x, y } = jwk
  return createHash('sha256').update(JSON.stringify({ crv, kty, x, y })).digest('base64url')
}

/** Narrows the type of a URL that is known to begin with `https://`. */
function https(url: string): `https://${string}` {
  return `https://${url.slice('https://'.length)}`
}

function readKeys(text: string): JsonObject[] {
  const parsed: Json = JSON.parse(text)
  const keys = typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed) ? parsed['keys'] : undefined
  return [keys ?? parsed].flat().filter(isJsonObject)
}

/**
 * Returns the keys that authenticate the app; undefined for a public client. The setting `privateKey` contains one JWK
 * or a JWK set. The first key of a set signs new connections; the others keep existing connections valid.
 * @throws ServiceError `provider_not_configured` if the setting cannot be read
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
 * Returns the client metadata (the description of Carillon as an OAuth client) for authorization servers. With an HTTPS
 * `redirectUri` the client is named after the metadata document that Carillon serves at that origin; with one on
 * 127.0.0.1 or [::1] it is a loopback client. A connection keeps the `redirectUri`, and so the client, that it was
 * authorized with.
 * @param confidential whether an HTTPS client authenticates with a key; a public client if false
 * @throws ServiceError `provider_not_configured` for any other `redirectUri`
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

/**
 * Returns whether the client with this callback authenticates with a signature: if there is a keyset and the callback
 * is HTTPS. Loopback clients cannot sign.
 */
export function signs(redirectUri: string, keyset: Keyset | undefined): boolean {
  return keyset !== undefined && redirectUri.startsWith('https:')
}

/**
 * Returns the client metadata and the public keys, keyed by file name, which authorization servers fetch from Carillon;
 * `{}` if the public URL is not HTTPS. Without a private key, `jwks.json` is omitted.
 * @throws ServiceError `provider_not_configured` if the private key cannot be read
 */
export async function clientDocuments(app: App): Promise<Record<string, JsonObject>> {
  const redirectUri = callbackOf(app)
  if (!redirectUri.startsWith('https:')) return {}
  const keyset = await keysetOf(app)
  const metadata: JsonObject = JSON.parse(JSON.stringify(clientMetadata(redirectUri, signs(redirectUri, keyset))))
  const keys: unknown = keyset?.publicJwks
  return { 'client-metadata.json': metadata, ...(isJsonObject(keys) && { 'jwks.json': { keys: keys['keys'] ?? [] } }) }
}
