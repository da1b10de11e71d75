import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { isIPv6 } from 'node:net'
import { join } from 'node:path'
import express, { type Express, Router } from 'express'
import type { BlueskyUrls } from './bluesky/ports.ts'
import { recordRequest } from './bodies/recording.ts'
import { createClock } from './clock.ts'
import type { Dependencies } from './dependencies.ts'
import { createEndpoints, REJECTIONS } from './endpoints.ts'
import { createFaults } from './faults.ts'
import { createFileStore, pull } from './file-store.ts'
import { createJournal } from './journal.ts'
import { listen } from './listen.ts'
import type { Frame, Network, NetworkFactory } from './network.ts'
import { NETWORKS } from './networks.ts'
import { seededRandom } from './random.ts'
import { createSamples } from './samples/index.ts'
import { openSnapshots, type Snapshots } from './snapshot/snapshots.ts'
import { watch } from './watch.ts'
import type { WatchedCall } from './watched-call.ts'

export interface SandboxOptions {
  /** The port. If it is 0, absent or in use, a free port is used. */
  port?: number
  /** The host on which the sandbox listens; an IPv6 address may be in brackets. Default: 127.0.0.1. */
  host?: string
  /** The origin of the gateway to which webhooks are sent. If absent, none are sent. */
  gatewayUrl?: string
  /** The directory that keeps the state for the next start. If absent, the state is only in memory. */
  dataDir?: string
  /** The seed of the random numbers for faults with a probability. Default: a random seed. */
  seed?: number
  /** How to create the networks, as `networksNamed` returns it. Default: all networks. */
  networks?: NetworkFactory[]
}

export interface Sandbox {
  /** The sandbox's own origin. */
  url: string
  seed: number
  /** The URLs of Bluesky's servers; undefined, unlike the type says, in a sandbox without Bluesky. */
  bluesky: BlueskyUrls
  /** The base URL of each network, keyed by name. */
  baseUrls: Record<string, string>
  /** The networks whose servers start with the first call that needs them, with their display names. */
  startsOnFirstUse: { network: string; title: string }[]
  /** The environment variables that a Carillon on this machine needs in order to use the networks. */
  environment: Record<string, string>
  close(): Promise<void>
}

function mount(network: Network, frame: Pick<Frame, 'watch'>): Router {
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
        sendFault: (fault, details) => network.sendFault(fault, request, response, details),
        isRejection: network.isRejection,
        revokeTokens: (handle) => network.revokeTokens(handle),
      })
      .catch(next)
  })
  router.use(network.router)
  return router
}

type Place = Pick<Frame, 'host' | 'portsFrom' | 'gatewayUrl' | 'dataDir'>

interface NetworkOptions {
  dependencies: Dependencies
  snapshots: Snapshots
  url: string
  place: Place
  factories: NetworkFactory[]
}

async function makeNetworks(app: Express, options: NetworkOptions) {
  const { dependencies, snapshots, url, place, factories } = options
  const shelf = createFileStore(`${url}/files`, place.dataDir && join(place.dataDir, 'files'))
  app.use('/files', shelf.router)
  const frame: Frame = {
    ...place,
    watch(call: WatchedCall) {
      // Some networks listen on ports of their own.
      call.response.once('close', snapshots.touch)
      return watch(call, dependencies)
    },
    movedSince: dependencies.clock.movedSince,
  }
  const made = factories.map(({ name, make }) =>
    make({ baseUrl: `${url}/${name}`, now: dependencies.clock.now, keep: shelf.keep, pull }, frame),
  )
  const networks = await Promise.all(made)
  snapshots.add({ files: shelf.records })
  for (const { name, records } of networks) if (records) snapshots.add({ [name]: records })
  for (const network of networks) {
    dependencies.networks.set(network.name, network)
    app.use(`/${network.name}`, mount(network, frame))
  }
}

/**
 * Starts the simulated networks in this process and resolves when all of them accept calls. Servers that take long to
 * start are started by the first call that needs them; that call waits.
 * @throws Error if `dataDir` contains a state that cannot be read; Node's error if the sandbox cannot listen
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const { port = 0, seed = randomInt(2 ** 31), networks: factories = NETWORKS } = options
  const host = (options.host ?? '127.0.0.1').replace(/^\[(.*)\]$/, '$1')
  const { dataDir = null } = options
  const snapshots = openSnapshots(dataDir)
  const app = express().disable('x-powered-by')
  const server = createServer((request, response) => {
    // Before anything waits: bytes of a body may arrive together with its head.
    recordRequest(request)
    response.once('close', snapshots.touch)
    app(request, response)
  })
  const taken = await listen(server, port, host)
  const name = host === '127.0.0.1' ? 'localhost' : host
  const url = `http://${isIPv6(name) ? `[${name}]` : name}:${taken}`
  const dependencies: Dependencies = {
    clock: createClock(),
    journal: createJournal(),
    faults: createFaults(seededRandom(seed)),
    networks: new Map(),
    titles: new Map(factories.map(({ name, title }) => [name, title ?? name])),
  }
  snapshots.add({ clock: dependencies.clock.records })
  // Networks may take samples while they start; everything else waits until all of them have started.
  app.use('/samples', createSamples().router)
  const started = Promise.withResolvers<void>()
  app.use((_request, _response, next) => started.promise.then(() => next(), next))
  app.use(createEndpoints(dependencies))
  const place = { host, dataDir, portsFrom: port === 0 ? 0 : taken + 1, gatewayUrl: options.gatewayUrl ?? null }
  await makeNetworks(app, { dependencies, snapshots, url, place, factories })
  app.use(...REJECTIONS)
  await snapshots.save()
  started.resolve()
  return {
    url,
    seed,
    ...describeNetworks(dependencies, url),
    async close() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
      await snapshots.save()
      await Promise.all([...dependencies.networks.values()].map((network) => network.close?.()))
    },
  }
}

/** Returns the URLs and environment variables with which callers reach the networks. */
function describeNetworks(
  { networks: byName, titles }: Dependencies,
  url: string,
): Pick<Sandbox, 'bluesky' | 'baseUrls' | 'startsOnFirstUse' | 'environment'> {
  const networks = [...byName.values()]
  const slow = networks.filter(({ startsOnFirstUse }) => startsOnFirstUse)
  return {
    bluesky: byName.get('bluesky')?.urls as unknown as BlueskyUrls,
    baseUrls: Object.fromEntries([...byName.keys()].map((name) => [name, `${url}/${name}`])),
    startsOnFirstUse: slow.map(({ name }) => ({ network: name, title: titles.get(name) ?? name })),
    environment: Object.assign({}, ...networks.map((network) => network.environment)),
  }
}
