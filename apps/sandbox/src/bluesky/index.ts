import type { RequestListener } from 'node:http'
import { Router } from 'express'
import { recordRequest } from '../bodies/recording.ts'
import { type FirstUse, onFirstUse } from '../first-use.ts'
import type { Frame, Network, SandboxContext } from '../network.ts'
import { ACT_NAMES, type ActName } from './act-names.ts'
import { sendFault } from './fault-responses.ts'
import { type Opened, openPorts, type PortName, portNames } from './ports.ts'
import type { BlueskyServers } from './start-servers.ts'
import { createVideoRecords } from './video/records.ts'

/** Serves the ports with the listeners of the servers, which start with the first call. */
function servePorts(ports: Opened['ports'], servers: FirstUse<BlueskyServers>): void {
  async function pass(name: PortName, ...[request, response]: Parameters<RequestListener>): Promise<void> {
    // Before anything waits: bytes of a body may arrive together with its head.
    recordRequest(request)
    try {
      const { listeners } = await servers.get()
      listeners[name](request, response)
    } catch (error) {
      request.resume()
      const message = error instanceof Error ? error.message : String(error)
      response.writeHead(503, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ error: 'NotStarted', message }))
    }
  }
  for (const name of portNames) {
    ports[name].serve((request, response) => {
      pass(name, request, response).catch((error: Error) => response.destroy(error))
    })
  }
}

/**
 * Opens the ports of the simulated Bluesky. The reference servers, which take seconds to load, start with the first
 * call that needs them; that call waits. If they cannot start, it gets status 503, and the next call tries again.
 */
export async function startBluesky(context: SandboxContext, frame: Frame): Promise<Network> {
  const { baseUrl, now } = context
  const { ports, urls, environment } = await openPorts(frame)
  const videoRecords = createVideoRecords()
  const servers = onFirstUse("Bluesky's server", async () => {
    const { startBlueskyServers } = await import('./start-servers.ts')
    return startBlueskyServers(context, frame, { urls, videoRecords })
  })
  servePorts(ports, servers)

  const router = Router()
  router.get('/', (_request, response) => void response.json({ baseUrl, ...urls }))
  const act = (name: ActName) => async (body: Record<string, unknown>) => (await servers.get()).person[name](body)
  return {
    name: 'bluesky',
    router,
    operation: () => undefined,
    sendFault: (fault, _request, response) => sendFault(fault, response, now()),
    revokeTokens: async (handle) => (await servers.get()).revokeTokens(handle),
    state: async () => (await servers.get()).state(),
    records: { video: videoRecords },
    person: Object.fromEntries(ACT_NAMES.map((name) => [name, act(name)])),
    urls: { ...urls },
    environment,
    startsOnFirstUse: true,
    consent: {
      owns: ({ origin }) => origin === urls.pdsUrl,
      walk: async (walk) => (await servers.get()).walkConsent(walk),
    },
    async close() {
      await Promise.all(portNames.map((name) => ports[name].close()))
      await servers.close()
    },
  }
}
