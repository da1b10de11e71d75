import { type Ambient, startAmbientFaults } from './ambient-faults.ts'
import { settle, verdictOn } from './calm.ts'
import type { Verdict } from './check.ts'
import { newOrder, type Order, place } from './client.ts'
import { type Cluster, startCluster } from './cluster.ts'
import { type Deeds, type Plan, rage } from './nemesis.ts'
import { playedFaults, startFaults } from './network-faults.ts'
import type { NetworkRow, Variant } from './networks.ts'
import { pick, seeded } from './random.ts'

export interface StormOptions {
  seed: number
  publishes: number
  plan: Plan
  networks: readonly NetworkRow[]
  gateways: number
  workers: number
  /** Customers who publish at once. */
  customers: number
  /** How much more often the networks fail than usual in a storm: 0 never, 1 as usual. */
  networkFaults: number
  /** Faults that recur for as long as customers publish, besides those of the plan. */
  ambient?: Ambient
  workerScript?: string
  longestCalmMs: number
  keep?: boolean
}

export interface StormResult {
  verdict: Verdict
  deeds: Deeds
  /** Faults that the networks played, by kind. */
  played: Record<string, number>
  /** How often a network hung, and how many tokens were expired. */
  hangs: number
  expiries: number
  stormSeconds: number
  calmSeconds: number
  dir: string
}

async function connectAll(cluster: Cluster, networks: readonly NetworkRow[]): Promise<Map<string, string[]>> {
  const accounts = new Map<string, string[]>()
  for (const network of networks) {
    const ids = []
    for (const person of network.people) ids.push(await cluster.connect(network, person))
    accounts.set(network.platform, ids)
  }
  return accounts
}

function weighted(variants: readonly Variant[]): Variant[] {
  return variants.flatMap((variant) => Array<Variant>(variant.weight ?? 1).fill(variant))
}

/** What is ordered of whom; no person gets more than their network lets them publish. */
function plannedOrders(options: StormOptions, accounts: Map<string, string[]>, random: () => number): Order[] {
  const used = new Map<string, number>()
  const orders: Order[] = []
  for (let index = 0; index < options.publishes; index++) {
    const open = options.networks.flatMap((network) => {
      const ids = accounts.get(network.platform) ?? []
      const free = ids.filter((id) => (used.get(id) ?? 0) < network.mostPerPerson)
      return free.length > 0 ? [{ network, free }] : []
    })
    if (open.length === 0)
      throw new Error(`the people there may publish ${index} times a day, not ${options.publishes}`)
    const { network, free } = pick(random, open)
    const accountId = pick(random, free)
    used.set(accountId, (used.get(accountId) ?? 0) + 1)
    const variant = pick(random, weighted(network.variants))
    orders.push(newOrder({ mark: `no${index}z`, network, variant, accountId }))
  }
  return orders
}

/** Publishes while everything around fails, waits until it is calm, and tells what came of it. */
export async function runStorm(options: StormOptions): Promise<StormResult> {
  const { seed, networks, gateways, workers, workerScript, customers, plan, keep = false } = options
  const random = seeded(seed)
  const script = workerScript === undefined ? {} : { workerScript }
  const cluster = await startCluster({ seed, gateways, workers, networks, keep, ...script })
  try {
    const orders = plannedOrders(options, await connectAll(cluster, networks), random)
    await startFaults(cluster, networks, options.networkFaults)
    const ambient = startAmbientFaults(cluster, options, seeded(seed + 2))
    const started = Date.now()
    let begun = 0
    const customer = async () => {
      for (let next = begun++; next < orders.length; next = begun++) {
        const order = orders[next]
        if (order) await place(cluster, order)
      }
    }
    const raging = rage(cluster, plan, seeded(seed + 1), () => begun / orders.length)
    await Promise.all(Array.from({ length: customers }, customer))
    const deeds = await raging
    const { hangs, expiries } = await ambient.stop()
    const stormSeconds = (Date.now() - started) / 1000
    const played = await playedFaults(cluster, networks)
    await cluster.sandbox('DELETE', '/faults')
    const calmFrom = Date.now()
    await settle(cluster, options.longestCalmMs)
    const calmSeconds = (Date.now() - calmFrom) / 1000
    const verdict = await verdictOn(cluster, orders, hangs)
    return { verdict, deeds, played, hangs: hangs.length, expiries, stormSeconds, calmSeconds, dir: cluster.dir }
  } finally {
    await cluster.close()
  }
}
