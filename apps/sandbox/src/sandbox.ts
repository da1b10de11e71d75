import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import express, { type Express, Router } from 'express'
import type { BlueskyUrls } from './bluesky/index.ts'
import { createClock } from './clock.ts'
import { createEndpoints, type Desk, REFUSALS } from './endpoints.ts'
import { createFaults } from './faults.ts'
import { createFileShelf, pull } from './file-shelf.ts'
import { createJournal } from './journal.ts'
import type { Frame, Network, NetworkMaker } from './network.ts'
import { NETWORKS } from './networks.ts'
import { seededRandom } from './random.ts'
import { createSamples } from './samples/index.ts'
import { watch } from './watch.ts'

export interface SandboxOptions {
  /** 0 or left out: a free one. A busy one: a free one too. */
  port?: number
  /** Where it listens, 127.0.0.1 when left out. */
  host?: string
  /** Of the numbers that decide for faults with a probability; left out: another one each time. */
  seed?: number
  /** Left out: all there are. */
  networks?: NetworkMaker[]
}

export interface Sandbox {
  /** The sandbox's own origin. */
  url: string
  seed: number
  bluesky: BlueskyUrls
  /** Where each network is reached, by name. */
  baseUrls: Record<string, string>
  close(): Promise<void>
}

async function listen(server: Server, port: number, host: string): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  server.once('error', reject).listen(port, host, () => resolve())
  try {
    await promise
  } catch (error) {
    if (port === 0 || (error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    return listen(server, 0, host)
  } finally {
    server.removeListener('error', reject)
  }
  return (server.address() as AddressInfo).port
}

function mount(network: Network, frame: Frame): Router {
  const router = Router()
  router.use((request, response, next) => {
    void frame
      .watch({
        network: network.name,
        operation: network.operation(request),
        path: request.path,
        request,
        response,
        pass: next,
        answerFault: (fault) => network.answerFault(fault, request, response),
        revokeTokens: (handle) => network.revokeTokens(handle),
      })
      .catch(next)
  })
  router.use(network.router)
  return router
}

async function makeNetworks(app: Express, wish: { desk: Desk; url: string; host: string; makers: NetworkMaker[] }) {
  const { desk, url, host, makers } = wish
  const shelf = createFileShelf(`${url}/files`)
  app.use('/files', shelf.router)
  const frame: Frame = { host, watch: (call) => watch(call, desk), movedSince: desk.clock.movedSince }
  const made = makers.map(async ({ name, make }) => {
    const surroundings = { baseUrl: `${url}/${name}`, now: desk.clock.now, keep: shelf.keep, pull }
    return make(surroundings, frame)
  })
  for (const network of await Promise.all(made)) {
    desk.networks.set(network.name, network)
    app.use(`/${network.name}`, mount(network, frame))
  }
}

/** Starts the networks on this machine in this process; resolves when all of them answer. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const { port = 0, host = '127.0.0.1', seed = randomInt(2 ** 31), networks: makers = NETWORKS } = options
  const app = express().disable('x-powered-by')
  const server = createServer(app)
  const url = `http://${host === '127.0.0.1' ? 'localhost' : host}:${await listen(server, port, host)}`
  const faults = createFaults(seededRandom(seed))
  const desk: Desk = { clock: createClock(), journal: createJournal(), faults, networks: new Map() }
  app.use(createEndpoints(desk))
  app.use('/samples', createSamples().router)
  await makeNetworks(app, { desk, url, host, makers })
  app.use(...REFUSALS)
  const baseUrls = Object.fromEntries([...desk.networks.keys()].map((name) => [name, `${url}/${name}`]))
  const bluesky = desk.networks.get('bluesky')?.urls as unknown as BlueskyUrls
  return {
    url,
    seed,
    bluesky,
    baseUrls,
    async close() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
      await Promise.all([...desk.networks.values()].map((network) => network.close?.()))
    },
  }
}
