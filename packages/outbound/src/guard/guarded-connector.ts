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
  connectTimeoutMs: number
  /** Makes the connection once its addresses are settled. */
  build?: typeof buildConnector
}

function resolveBySystem(hostname: string): Promise<ResolvedAddress[]> {
  return lookup(hostname, { all: true, order: 'verbatim' })
}

async function publicAddresses(hostname: string, resolve: Resolve): Promise<ResolvedAddress[]> {
  const family = isIP(hostname)
  const found = family === 0 ? await resolve(hostname) : [{ address: hostname, family }]
  if (found.length === 0) throw new OutboundError('network', false, 'the name has no address')
  // One private address among public ones is an attack or a mistake; which one is tried must not be left to chance.
  if (!found.every(({ address }) => isPublicAddress(address))) {
    throw new OutboundError('rejected_address', false, 'the name leads to an address that is not a public one')
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
  const plain = (address: string) => (isIP(address) === 6 ? new URL(`http://[${address}]`).hostname : address)
  return plain(left) === plain(right)
}

/**
 * Connects to public IP addresses only. The host name is resolved once, every resolved address is checked, and the
 * address of the connection is compared with the checked ones.
 */
export function createGuardedConnector(options: GuardedConnectorOptions): buildConnector.connector {
  const { resolve = resolveBySystem, connectTimeoutMs, build = buildConnector } = options
  return (target, callback) => {
    let settled = false
    const settle = (...result: Parameters<buildConnector.Callback>) => {
      if (settled) return
      settled = true
      clearTimeout(timer)
      callback(...result)
    }
    const timer = setTimeout(() => {
      settle(new OutboundError('timeout', false, 'the name was not resolved in time'), null)
    }, connectTimeoutMs)
    publicAddresses(target.hostname, resolve)
      .then((addresses) => {
        if (settled) return
        clearTimeout(timer)
        const connect = build({ allowH2: false, timeout: connectTimeoutMs, lookup: pinTo(addresses) })
        connect(target, (...result) => {
          const [, socket] = result
          if (socket === null) return settle(...result)
          const remote = socket.remoteAddress ?? ''
          if (addresses.some(({ address }) => sameAddress(address, remote))) return settle(...result)
          socket.destroy()
          settle(new OutboundError('rejected_address', false, 'the connection has another address than its name'), null)
        })
      })
      .catch((error: Error) => settle(error, null))
  }
}
