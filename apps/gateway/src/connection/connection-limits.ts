import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { networkOf } from '../service.ts'
import { nameOf } from './caller-address.ts'
import { rejectRaw } from './raw-rejection.ts'

export interface ConnectionLimits {
  /**
   * The maximum number of open connections of one IP address; all addresses of an IPv6 /64 network count together.
   * Trusted proxies are exempt, as they connect for many clients.
   */
  perAddress: number
  /** The maximum number of open connections of all IP addresses, trusted proxies included. */
  total: number
}

/**
 * The limits if none are set: far more connections than a client needs, and fewer than a process has file descriptors.
 */
export const defaultLimits: ConnectionLimits = { perAddress: 512, total: 8_192 }

/**
 * Limits the open connections of a server: a new connection above a limit gets an error response and is closed. The
 * response is 429 above `perAddress`, from which IP addresses with `isTrusted` (proxies) are exempt, and 503 above
 * `total`.
 */
export function limitConnections(
  server: Server,
  { perAddress, total }: ConnectionLimits,
  { publicUrl, isTrusted }: { publicUrl: string; isTrusted(address: string): boolean },
): void {
  const open = new Map<string, number>()
  let all = 0
  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? ''
    const network = networkOf(nameOf(address))
    const own = (open.get(network) ?? 0) + 1
    open.set(network, own)
    all += 1
    socket.once('close', () => {
      const left = (open.get(network) ?? 1) - 1
      if (left > 0) open.set(network, left)
      else open.delete(network)
      all -= 1
    })
    const tooMany = all > total ? 'TOO_MANY_CONNECTIONS' : own > perAddress ? 'TOO_MANY_OF_ADDRESS' : null
    if (tooMany === null || (all <= total && isTrusted(address))) return
    rejectRaw(socket, tooMany, publicUrl)
    socket.destroySoon()
  })
}
