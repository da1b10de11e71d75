import { createHash, randomBytes } from 'node:crypto'
import {
  type HandleResolver,
  JoseKey,
  NodeOAuthClient,
  type NodeSavedSession,
  type NodeSavedState,
  type RuntimeImplementation,
} from '@atproto/oauth-client-node'
import { createGuardedFetch } from '@carillon/outbound'
import type { AppCall } from '../../call-context.ts'
import { nonces } from '../dpop/nonces.ts'
import { hostOf } from '../host.ts'
import { clientMetadata, keysetOf, signs } from './client-metadata.ts'
import { connectTimeoutMs, handleResolver } from './handle-resolver.ts'

/**
 * A store for the OAuth library that exists during one call only. The caller reads from `entries` what the library
 * stored, and persists it.
 */
interface CallStore<V> {
  entries: Map<string, V>
  get(key: string): V | undefined
  set(key: string, value: V): void
  del(key: string): void
}

/** Creates an in-memory store for the OAuth library, with initial entries. */
export function callStore<V>(initial: Iterable<readonly [string, V]> = []): CallStore<V> {
  const entries = new Map(initial)
  return {
    entries,
    get: (key) => entries.get(key),
    set: (key, value) => void entries.set(key, value),
    del: (key) => void entries.delete(key),
  }
}

interface ClientOptions {
  /** The callback URL with which the client was or will be authorized. */
  redirectUri: string
  states?: CallStore<NodeSavedState>
  sessions?: CallStore<NodeSavedSession>
  /** Called with each handle that the library has resolved, and the DID to which it leads; null if it leads to none. */
  onHandle?: (handle: string, did: string | null) => void
}

/** The handle resolver of a call, which passes what it has resolved to `onHandle`. */
function noting(call: AppCall, { onHandle }: ClientOptions): HandleResolver {
  const resolver = handleResolver(call)
  return {
    async resolve(handle, options) {
      const did = await resolver.resolve(handle, options)
      onHandle?.(handle, did)
      return did
    },
  }
}

const operations: Record<string, string> = {
  '/oauth/par': 'oauth.par',
  '/oauth/token': 'oauth.token',
  '/oauth/revoke': 'oauth.revoke',
  '/.well-known/oauth-protected-resource': 'oauth.protected-resource',
  '/.well-known/oauth-authorization-server': 'oauth.authorization-server',
  '/.well-known/did.json': 'identity.did-document',
}

function operationOf(request: Request): string {
  const { pathname } = new URL(request.url)
  return operations[pathname] ?? (request.method === 'POST' ? 'oauth.request' : 'identity.did-document')
}

/**
 * Returns the `fetch` for the OAuth library. Every request passes the outbound guard. `POST` requests, which use a
 * token or a code, continue when the signal of the call aborts.
 */
function clientFetch(call: AppCall): typeof globalThis.fetch {
  return (input, init) => {
    const request = new Request(input, init)
    const guardedFetch = createGuardedFetch({
      outbound: call.outbound,
      network: 'bluesky',
      operation: operationOf(request),
      timeoutMs: request.method === 'POST' ? 10_000 : connectTimeoutMs(call, request.url),
      maxBytes: 512 * 1024,
    })
    if (request.method === 'POST') return guardedFetch(request)
    return guardedFetch(request, { signal: AbortSignal.any([request.signal, call.signal]) })
  }
}

const runtimeImplementation: RuntimeImplementation = {
  // The algorithm that every server is required to support.
  createKey: () => JoseKey.generate(['ES256']),
  getRandomValues: (length) => randomBytes(length),
  digest: (bytes, { name }) => createHash(name).update(bytes).digest(),
  requestLock: async (_name, work) => work(),
}

/**
 * Creates a client of the OAuth library `@atproto/oauth-client-node` for one call. The client implements PAR, PKCE and
 * DPoP, and checks that the account and its server refer to each other. The client takes no lock: the caller ensures
 * that a refresh token is used only once.
 * @throws ServiceError `provider_not_configured` if the private key cannot be read or `redirectUri` is not usable
 */
export async function oauthClient(call: AppCall, options: ClientOptions): Promise<NodeOAuthClient> {
  const { redirectUri, states = callStore(), sessions = callStore() } = options
  const keyset = await keysetOf(call.app)
  const confidential = signs(redirectUri, keyset)
  const [plc, entryway] = [hostOf(call.app, 'plc'), hostOf(call.app, 'entryway')]
  return new NodeOAuthClient({
    clientMetadata: clientMetadata(redirectUri, confidential),
    ...(confidential && keyset && { keyset }),
    stateStore: states,
    sessionStore: sessions,
    dpopNonceCache: nonces,
    handleResolver: noting(call, options),
    plcDirectoryUrl: plc,
    // Test networks use plain HTTP. The outbound guard must still allow their origins.
    allowHttp: entryway.startsWith('http:'),
    runtimeImplementation,
    fetch: clientFetch(call),
  })
}
