import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { rejectRaw } from './raw-rejection.ts'

export interface ConnectionLimits {
  /** Open connections of one IP address; trusted proxies are exempt, as they speak for many. */
  perAddress: number
  total: number
}

/** Far more than any client needs, and far fewer than a process has file descriptors for. */
export const defaultLimits: ConnectionLimits = { perAddress: 512, total: 8_192 }

/** Rejects new connections above a limit. */
export function limitConnections(
  server: Server,
  { perAddress, total }: ConnectionLimits,
  { publicUrl, isTrusted }: { publicUrl: string; isTrusted(address: string): boolean },
): void {
  const open = new Map<string, number>()
  let all = 0
  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? ''
    const own = (open.get(address) ?? 0) + 1
    open.set(address, own)
    all += 1
    socket.once('close', () => {
      const left = (open.get(address) ?? 1) - 1
      if (left > 0) open.set(address, left)
      else open.delete(address)
      all -= 1
    })
    const tooMany = all > total ? 'TOO_MANY_CONNECTIONS' : own > perAddress ? 'TOO_MANY_OF_ADDRESS' : null
    if (tooMany === null || (all <= total && isTrusted(address))) return
    rejectRaw(socket, tooMany, publicUrl)
    socket.destroySoon()
  })
}
