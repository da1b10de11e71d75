import { isIP, type LookupFunction, type Socket } from 'node:net'
import { buildConnector } from 'undici'
import { OutboundError } from '../outbound-error.ts'
import { type Resolve, type ResolvedAddress, resolveByDns } from './dns-resolve.ts'
import { isPublicAddress } from './public-address.ts'

interface GuardedConnectorOptions {
  /** Resolves host names; by DNS if omitted. */
  resolve?: Resolve | undefined
  /** Returns whether a connection to this IP address is allowed; only public ones are if omitted. */
  permits?: ((address: string) => boolean) | undefined
  /** Returns the port to connect to for a host name; that of the URL if omitted. */
  portOf?: ((hostname: string) => number) | undefined
  connectTimeoutMs: number
  /** Creates the function that connects once the IP addresses are known; undici's if omitted. */
  build?: typeof buildConnector
}

/**
 * Returns the IP addresses of a host name, or the IP address that `hostname` itself is.
 * @throws OutboundError `rejected_address` if any of them is not permitted, `network` if none exist; the error of
 *   `resolve`
 */
async function permittedAddresses(
  hostname: string,
  { resolve, permits }: { resolve: Resolve; permits: (address: string) => boolean },
  signal: AbortSignal,
): Promise<ResolvedAddress[]> {
  const family = isIP(hostname)
  const found = family === 0 ? await resolve(hostname, signal) : [{ address: hostname, family }]
  if (found.length === 0) throw new OutboundError('network', false, 'the host name has no IP address')
  // One private address among public ones is an attack or a mistake; which one is tried must not be left to chance.
  if (!found.every(({ address }) => permits(address))) {
    throw new OutboundError('rejected_address', false, 'the host name resolves to an IP address that is not public')
  }
  return found
}

function pinTo(addresses: ResolvedAddress[]): LookupFunction {
  return (_hostname, options, done) => {
    const [first] = addresses
    if (options.all || first === undefined) done(null, addresses)
    else done(null, first.address, first.family)
  }
}

function sameAddress(left: string, right: string): boolean {
  const plain = (address: string) =>
    isIP(address) === 6 ? (URL.parse(`http://[${address}]`)?.hostname ?? address) : address
  return plain(left) === plain(right)
}

type Callback = buildConnector.Callback

function asError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new OutboundError('network', false, 'no connection', { cause: thrown })
}

/** Returns the reason why a connection cannot be used; undefined if it leads to one of the checked IP addresses. */
function fault(error: unknown, socket: Socket | null | undefined, addresses: ResolvedAddress[]): Error | undefined {
  if (error || !socket) return asError(error)
  const { remoteAddress } = socket
  if (remoteAddress === undefined) return new OutboundError('network', false, 'the connection was closed at once')
  if (addresses.some(({ address }) => sameAddress(address, remoteAddress))) return undefined
  return new OutboundError('rejected_address', false, 'the connection has another IP address than its host name')
}

/**
 * Returns a function that passes its first call to `callback`. A connection that arrives after that, or together with
 * an error, is closed.
 */
function once(callback: Callback): (error: Error | null, socket?: Socket | null) => void {
  let settled = false
  return (error, socket) => {
    if (settled || error) socket?.destroy()
    if (settled) return
    settled = true
    if (!error && socket) callback(null, socket)
    else callback(asError(error), null)
  }
}

/**
 * Creates an undici connector that connects only to the IP addresses that `permits` allows. The host name is resolved
 * once, every resolved address is checked, and the address of the connection is compared with the checked ones. The
 * callback is called exactly once, with an error or a socket, whatever the host and undici do. `connectTimeoutMs`
 * limits the resolution, and then the connection with TLS, each to that many ms.
 */
export function createGuardedConnector(options: GuardedConnectorOptions): buildConnector.connector {
  const { resolve = resolveByDns(), permits = isPublicAddress, connectTimeoutMs, build = buildConnector } = options
  return (target, callback) => {
    const settle = once(callback)
    const late = new AbortController()
    const timer = setTimeout(() => {
      late.abort()
      settle(new OutboundError('timeout', false, 'the host name was not resolved in time'))
    }, connectTimeoutMs).unref()
    permittedAddresses(target.hostname, { resolve, permits }, late.signal)
      .finally(() => clearTimeout(timer))
      .then((addresses) => {
        if (late.signal.aborted) return
        const connect = build({ allowH2: false, timeout: connectTimeoutMs, lookup: pinTo(addresses) })
        const port = options.portOf ? String(options.portOf(target.hostname)) : target.port
        // undici reports a failure with the error alone: the socket is then undefined, although its type says null.
        connect({ ...target, port }, (...[error, socket]) => settle(fault(error, socket, addresses) ?? null, socket))
      })
      .catch((thrown: unknown) => settle(asError(thrown)))
  }
}
