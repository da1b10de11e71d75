import { lookup } from 'node:dns/promises'
import { isIP, type LookupFunction } from 'node:net'
import { buildConnector } from 'undici'
import { OutboundError } from '../outbound-error.ts'
import { isPublicAddress } from './public-address.ts'

export interface ResolvedAddress {
  address: string
  family: number
}

/** Every address of a host name. */
export type Resolve = (hostname: string) => Promise<ResolvedAddress[]>

export interface GuardedConnectorOptions {
  resolve?: Resolve | undefined
  /** Whether a connection to this IP address is allowed; public ones by default. */
  permits?: ((address: string) => boolean) | undefined
  connectTimeoutMs: number
  /** Makes the connection once its addresses are settled. */
  build?: typeof buildConnector
}

function resolveBySystem(hostname: string): Promise<ResolvedAddress[]> {
  return lookup(hostname, { all: true, order: 'verbatim' })
}

/**
 * The IP addresses of a host name.
 * @throws OutboundError `rejected_address` if any of them is not permitted, `network` if there is none
 */
async function permittedAddresses(
  hostname: string,
  resolve: Resolve,
  permits: (address: string) => boolean,
): Promise<ResolvedAddress[]> {
  const family = isIP(hostname)
  const found = family === 0 ? await resolve(hostname) : [{ address: hostname, family }]
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
  const plain = (address: string) => (isIP(address) === 6 ? (URL.parse(`http://[${address}]`)?.hostname ?? address) : address)
  return plain(left) === plain(right)
}

/**
 * Connects to public IP addresses only. The host name is resolved once, every resolved address is checked, and the
 * address of the connection is compared with the checked ones. The callback is called exactly once, with an error or a
 * socket, whatever the host does.
 */
export function createGuardedConnector(options: GuardedConnectorOptions): buildConnector.connector {
  const { resolve = resolveBySystem, permits = isPublicAddress, connectTimeoutMs, build = buildConnector } = options
  return (target, callback) => {
    let settled = false
    const settle = (...result: Parameters<buildConnector.Callback>) => {
      if (settled) return
      settled = true
      clearTimeout(timer)
      callback(...result)
    }
    const timer = setTimeout(() => {
      settle(new OutboundError('timeout', false, 'the host name was not resolved in time'), null)
    }, connectTimeoutMs)
    permittedAddresses(target.hostname, resolve, permits)
      .then((addresses) => {
        if (settled) return
        clearTimeout(timer)
        const connect = build({ allowH2: false, timeout: connectTimeoutMs, lookup: pinTo(addresses) })
        connect(target, (...result) => {
          const [error, socket] = result
          // undici reports a failure with the error alone: the socket is then undefined, although its type says null.
          if (error || !socket) return settle(error ?? new OutboundError('network', false, 'no connection'), null)
          const remote = socket.remoteAddress ?? ''
          if (addresses.some(({ address }) => sameAddress(address, remote))) return settle(null, socket)
          socket.destroy()
          settle(
            new OutboundError('rejected_address', false, 'the connection has another IP address than its host name'),
            null,
          )
        })
      })
      .catch((error: Error) => settle(error, null))
  }
}
