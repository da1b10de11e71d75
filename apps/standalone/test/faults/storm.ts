import { type Ambient, type AmbientFaults, startAmbientFaults } from './ambient-faults.ts'
import { verdictOn } from './calm.ts'
import type { Verdict } from './check.ts'
import { newOrder, type Order, place } from './client.ts'
import { type Cluster, startCluster } from './cluster.ts'
import type { NetworkRow, Variant } from './networks.ts'
import { pick, seeded } from './random.ts'
import { startReconnecting } from './reconnecting.ts'
import { type RunOptions, type RunResult, stormThenCalm } from './storm-and-calm.ts'

export interface StormOptions extends RunOptions {
  publishes: number
  networks: readonly NetworkRow[]
  /** Faults that recur for as long as customers publish, besides those of the plan. */
  ambient?: Ambient
  workerScript?: string
}

export interface StormResult extends RunResult {
  verdict: Verdict
  /** How many times a network hung, and how many access tokens expired. */
  hangs: number
  expiries: number
  /** How often users reconnected accounts. */
  reconnections: number
  dir: string
}

export async function connectAll(
  cluster: Pick<Cluster, 'connect'>,
  networks: readonly NetworkRow[],
): Promise<Map<string, string[]>> {
  const accounts = new Map<string, string[]>()
  for (const network of networks) {
    const ids = []
    for (const user of network.users) ids.push(await cluster.connect(network, user))
    accounts.set(network.platform, ids)
  }
  return accounts
}

function weighted(variants: readonly Variant[]): Variant[] {
  return variants.flatMap((variant) => Array<Variant>(variant.weight ?? 1).fill(variant))
}

/** Orders of random kinds for random accounts; no user publishes more than the network allows per day. */
export function plannedOrders(
  options: Pick<StormOptions, 'publishes' | 'networks'>,
  accounts: Map<string, string[]>,
  random: () => number,
): Order[] {
  const used = new Map<string, number>()
  const orders: Order[] = []
  for (let index = 0; index < options.publishes; index++) {
    const open = options.networks.flatMap((network) => {
      const ids = accounts.get(network.platform) ?? []
      const free = ids.filter((id) => (used.get(id) ?? 0) < network.maxPerUser)
      return free.length > 0 ? [{ network, free }] : []
    })
    if (open.length === 0)
      throw new Error(`the users of these networks may publish ${index} times a day, not ${options.publishes}`)
    const { network, free } = pick(random, open)
    const accountId = pick(random, free)
    used.set(accountId, (used.get(accountId) ?? 0) + 1)
    const variant = pick(random, weighted(network.variants))
    orders.push(newOrder({ mark: `no${index}z`, network, variant, accountId }))
  }
  return orders
}

/** Publishes while everything around fails, waits until it is calm, and judges the outcome. */
export async function runStorm(options: StormOptions): Promise<StormResult> {
  const { seed, networks, gateways, workers, workerScript, keep = false } = options
  const script = workerScript === undefined ? {} : { workerScript }
  const cluster = await startCluster({ seed, gateways, workers, networks, keep, ...script })
  try {
    const orders = plannedOrders(options, await connectAll(cluster, networks), seeded(seed))
    let further: Awaited<ReturnType<AmbientFaults['stop']>> = { hangs: [], expiries: 0 }
    const reconnecting = startReconnecting(cluster)
    const run = stormThenCalm(cluster, options, {
      networks,
      tasks: orders,
      perform: (order) => place(cluster, order),
      startFurtherFaults() {
        const ambient = startAmbientFaults(cluster, options, seeded(seed + 2))
        return async () => {
          further = await ambient.stop()
        }
      },
    })
    const { calmDeadline: _, ...result } = await run.finally(reconnecting.stop)
    const reconnections = await reconnecting.stop()
    const verdict = await verdictOn(cluster, orders, further.hangs)
    const { hangs, expiries } = further
    return { ...result, verdict, hangs: hangs.length, expiries, reconnections, dir: cluster.dir }
  } finally {
    await cluster.close()
  }
}
