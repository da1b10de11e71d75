import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server } from 'node:net'
import { networkVariables } from '@carillon/service'

/** The sandbox under a port of its own for each host of a network, so that a recorded call shows which host it was for. */
export interface Hosts {
  /** Environment variables of the hosts, over those of the sandbox. */
  environment: Record<string, string>
  /** The host that a call meant in production, by the host and port that it went to; null when the network named the URL. */
  meant(network: string, called: string): string | null
  close(): void
}

/** Uploads are accepted at these hosts only, and the sandbox names its own origin for them. */
const namedByNetwork: readonly string[] = ['FACEBOOK_HOST_UPLOAD', 'YOUTUBE_HOST_API']

async function forward(origin: URL): Promise<{ server: Server; port: number }> {
  const server = createServer((socket) => {
    const target = connect(Number(origin.port), origin.hostname)
    socket.pipe(target).pipe(socket)
    for (const [one, other] of [
      [socket, target],
      [target, socket],
    ] as const) {
      one.on('error', () => other.destroy())
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { server, port: (server.address() as AddressInfo).port }
}

/** Opens a port for every host that the sandbox serves under its own origin. */
export async function openHosts(sandboxUrl: string, environment: Readonly<Record<string, string>>): Promise<Hosts> {
  const own = new URL(sandboxUrl)
  const servers: Server[] = []
  const result: Record<string, string> = {}
  const meant = new Map<string, string | null>()
  for (const { name, kind, fallback } of networkVariables) {
    const value = environment[name]
    if (kind !== 'host' || value === undefined) continue
    const url = new URL(value)
    const network = url.pathname.split('/')[1] || 'bluesky'
    const host = new URL(fallback).host
    if (url.origin !== own.origin || namedByNetwork.includes(name)) {
      // One server under several names does not show which one was meant.
      const key = `${network} ${url.host}`
      meant.set(key, meant.has(key) ? null : host)
      continue
    }
    const { server, port } = await forward(own)
    servers.push(server)
    result[name] = `http://localhost:${port}${url.pathname}`
    meant.set(`${network} localhost:${port}`, host)
  }
  return {
    environment: result,
    meant: (network, called) => meant.get(`${network} ${called}`) ?? null,
    close() {
      for (const server of servers) server.close()
    },
  }
}
