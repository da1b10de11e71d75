import { checkpoints } from '@carillon/service'
import { settle, verdictOn } from './calm.ts'
import type { Verdict } from './check.ts'
import { newOrder, type Order, place } from './client.ts'
import { type Cluster, startCluster } from './cluster.ts'
import type { NetworkRow, Variant } from './networks.ts'
import { untilFrozen } from './zombies.ts'

export interface CrashResult {
  place: string
  platform: string
  variant: string
  /** Whether the worker reached the place. */
  reached: boolean
  seconds: number
}

interface Options {
  seed: number
  networks: readonly NetworkRow[]
  /** Names of the kinds of posts to try; all of them when left out. */
  variants?: readonly string[]
  maxMs: number
  places?: readonly string[]
  /** What is done at every place; the worker is killed when left out. */
  how?: readonly Injection[]
}

/** What happens at the place: the worker is killed, or the database ends the connections of every pool. */
export type Injection = 'kill' | 'terminate'

interface Cell {
  place: string
  network: NetworkRow
  variant: Variant
  how: Injection
}

function cellsOf({ networks, variants, places = checkpoints, how: injections = ['kill'] }: Options): Cell[] {
  return networks.flatMap((network) =>
    network.variants
      .filter(({ name }) => variants === undefined || variants.includes(name))
      .flatMap((variant) => places.flatMap((place) => injections.map((how) => ({ place, network, variant, how })))),
  )
}

interface Once {
  order: Order
  maxMs: number
}

/** A worker that dies at the place, alone with the publish; the same process, started again, has to end it. */
async function kill(cluster: Cluster, cell: Cell, { order, maxMs }: Once): Promise<boolean> {
  const worker = await cluster.addWorker({ CRASH_AT: cell.place })
  await place(cluster, order)
  await settle(cluster, maxMs)
  const reached = worker.deaths() > 0
  await worker.stop()
  return reached
}

/** A worker that stands still at the place while the database ends the connections of its pool, and then goes on. */
async function terminate(cluster: Cluster, cell: Cell, { order, maxMs }: Once): Promise<boolean> {
  const worker = await cluster.addWorker({ CRASH_AT: `${cell.place}:freeze` })
  const placed = place(cluster, order)
  const reached = await Promise.race([untilFrozen(worker), placed.then(() => false)])
  await cluster.pool.query(endPoolConnections)
  worker.thaw()
  await placed
  await settle(cluster, maxMs)
  await worker.stop()
  return reached
}

const endPoolConnections = `select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and application_name = 'carillon' and pid <> pg_backend_pid()`

const injections: Record<Injection, typeof kill> = { kill, terminate }

async function injectOnce(cluster: Cluster, cell: Cell, once: Once): Promise<CrashResult> {
  const started = Date.now()
  const reached = await injections[cell.how](cluster, cell, once)
  const seconds = (Date.now() - started) / 1000
  return { place: cell.place, platform: cell.network.platform, variant: cell.variant.name, reached, seconds }
}

/**
 * Kills a worker, or its database connections, at every named place of a publish, for every network: each time exactly one
 * post has to be there.
 */
export async function runCrashPoints(
  options: Options,
  report: (result: CrashResult) => void = () => {},
): Promise<{ results: CrashResult[]; verdict: Verdict }> {
  const { seed, networks, maxMs } = options
  const cluster = await startCluster({ seed, gateways: 1, workers: 0, networks, env: { SETTLE_SCALE: '0.01' } })
  try {
    const orders: Order[] = []
    const results: CrashResult[] = []
    const accounts = new Map<string, string[]>()
    for (const network of networks) {
      const ids = []
      for (const person of network.users) ids.push(await cluster.connect(network, person))
      accounts.set(network.platform, ids)
    }
    for (const [index, cell] of cellsOf(options).entries()) {
      const ids = accounts.get(cell.network.platform) ?? []
      const accountId = ids[index % ids.length] ?? ''
      const order = newOrder({ ...cell, mark: `no${index}z`, accountId })
      orders.push(order)
      const result = await injectOnce(cluster, cell, { order, maxMs })
      results.push(result)
      report(result)
    }
    return { results, verdict: await verdictOn(cluster, orders) }
  } finally {
    await cluster.close()
  }
}
