import { Resolver } from 'node:dns/promises'
import { type HandleResolver, isResolvedHandle, type ResolvedHandle } from '@atproto/oauth-client-node'
import { findOutboundError } from '@carillon/outbound'
import type { AppCall } from '../../call-context.ts'
import { noteUnexpected } from '../../drift.ts'
import { ProviderError } from '../../error-rules.ts'
import { hostOf } from '../host.ts'
import { blueskyResponses } from '../responses.ts'
import { invalidHandle } from './handle.ts'

type Found = ResolvedHandle

const wellKnownTimeoutMs = 3_000
/** The timeouts for reads that connect an account, in ms, by who chose the host. A user waits for them. */
const connectTimeouts = {
  /** A server of the user's own that was idle may have to start first. */
  user: 20_000,
  /** The sandbox loads its server with the first call, which takes that long on a machine with much other work. */
  operator: 45_000,
}

/**
 * Returns the timeout in ms for a read from this URL while an account is being connected: longer for the hosts in the
 * operator's settings than for those that the user chose.
 */
export function connectTimeoutMs({ app }: Pick<AppCall, 'app'>, url: string): number {
  const { origin } = new URL(url)
  const isConfigured = Object.values(app.hosts).some((host) => new URL(host).origin === origin)
  return isConfigured ? connectTimeouts.operator : connectTimeouts.user
}

/** Resolves the TXT records of a host name by DNS. Each record is a list of chunks. */
type ResolveTxt = (name: string) => Promise<string[][]>

const directory = new Resolver({ timeout: 2_000, tries: 2 })
const resolveBySystem: ResolveTxt = (name) => directory.resolveTxt(name)

function didOf(text: string): Found {
  return isResolvedHandle(text) ? text : null
}

/**
 * Returns the DID in the TXT records of `_atproto.<handle>` (`did=…`). Null without such a record, with several
 * different ones, or if DNS fails.
 */
async function byDns(resolveTxt: ResolveTxt, handle: string): Promise<Found> {
  const records = await resolveTxt(`_atproto.${handle}`).catch(() => [])
  const values = records.map((chunks) => chunks.join('')).filter((value) => value.startsWith('did='))
  const [only, ...others] = new Set(values)
  return only !== undefined && others.length === 0 ? didOf(only.slice('did='.length)) : null
}

async function byWellKnown(call: AppCall, handle: string): Promise<Found> {
  const response = await call.outbound.guarded({
    network: 'bluesky',
    operation: 'identity.well-known',
    url: `https://${handle}/.well-known/atproto-did`,
    signal: call.signal,
    redirect: 'error',
    timeoutMs: wellKnownTimeoutMs,
    maxBytes: 4096,
  })
  const text = await response.text()
  return response.status === 200 ? didOf(text.split('\n')[0]?.trim() ?? '') : null
}

/**
 * Calls a server, given by its URL (`https://…`), that resolves handles for accounts of other servers. Returns the DID;
 * null if the handle does not exist (status 400 or 404) or the response contains no valid DID.
 * @param timeoutMs the time in ms within which the server has to respond
 * @throws ProviderError `provider_error` for any other status than 200, OutboundError if no response arrived, another
 *   error if the body is not JSON
 * @see https://docs.bsky.app/docs/api/com-atproto-identity-resolve-handle (read 2026-11-20)
 */
export async function resolveByServer(
  call: AppCall,
  { server, handle, timeoutMs }: { server: string; handle: string; timeoutMs: number },
): Promise<Found> {
  const url = new URL('/xrpc/com.atproto.identity.resolveHandle', server)
  url.searchParams.set('handle', handle)
  const response = await call.outbound.guarded({
    network: 'bluesky',
    operation: 'com.atproto.identity.resolveHandle',
    url,
    signal: call.signal,
    redirect: 'error',
    timeoutMs,
    maxBytes: 16_384,
  })
  const text = await response.text()
  if (response.status === 400 || response.status === 404) return null
  if (response.status !== 200) {
    throw new ProviderError('provider_error', 'The handle could not be resolved. Try again.', 'rejected', {
      cause: new Error(`status ${response.status}`),
    })
  }
  const operation = 'com.atproto.identity.resolveHandle'
  noteUnexpected(call, { operation, expects: blueskyResponses.fields[operation] }, { json: () => JSON.parse(text) })
  return didOf(String(JSON.parse(text).did))
}

/**
 * Builds the handle resolver for the OAuth library. As the protocol defines, a handle is resolved by DNS (with
 * `resolveTxt`), which takes precedence, and by its own web server. If neither knows the handle, Bluesky's public host
 * (`handles` in the settings) is queried; a handle that ends in `.test` is resolved by that host only. `resolve`
 * returns null if no host knows the handle. The library checks the result against the DID document.
 * @throws ServiceError `invalid_handle`, from `resolve`, if no host knows the handle and its web server failed;
 *   ProviderError `provider_error` if the public host fails
 * @see https://atproto.com/specs/handle#handle-resolution (read 2026-11-20)
 */
export function handleResolver(call: AppCall, resolveTxt: ResolveTxt = resolveBySystem): HandleResolver {
  return {
    async resolve(handle) {
      const server = hostOf(call.app, 'handles')
      const resolving = { server, handle, timeoutMs: connectTimeoutMs(call, server) }
      // Handles of test networks are in no public DNS.
      if (handle.endsWith('.test')) return resolveByServer(call, resolving)
      let failure: unknown
      const [dns, wellKnown] = await Promise.all([
        byDns(resolveTxt, handle),
        byWellKnown(call, handle).catch((error: unknown) => {
          failure = error
          return null
        }),
      ])
      const found = dns ?? wellKnown ?? (await resolveByServer(call, resolving))
      // The user can do something about a host that did not respond.
      if (found === null && findOutboundError(failure)?.problem !== undefined) throw invalidHandle(failure)
      return found
    },
  }
}
