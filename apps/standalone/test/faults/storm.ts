import { settle, verdictOn } from './calm.ts'
import type { Verdict } from './check.ts'
import { newOrder, type Order, place } from './client.ts'
import { type Deeds, type Plan, rage } from './nemesis.ts'
import type { NetworkRow, Variant } from './networks.ts'
import { pick, seeded } from './random.ts'
import { startWorld, type World } from './world.ts'

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
  workerScript?: string
  longestCalmMs: number
  keep?: boolean
}

export interface StormResult {
  verdict: Verdict
  deeds: Deeds
  /** Faults that the networks played, by kind. */
  played: Record<string, number>
  stormSeconds: number
  calmSeconds: number
  dir: string
}

/** Shares of calls that go wrong at the network, first of those that cannot be taken back, then of all others. */
const commitFaults = [
  { fault: 'accept-then-drop', probability: 0.1 },
  { fault: 'accept-then-hang', probability: 0.04, delayMs: 1_200 },
  { fault: 'accept-then-500', probability: 0.05 },
  { fault: 'drop-before', probability: 0.07 },
  { fault: 'unavailable', probability: 0.04 },
  { fault: 'truncate', probability: 0.03 },
  { fault: 'slow', probability: 0.08, delayMs: 700 },
]
const otherFaults = [
  { fault: 'accept-then-drop', probability: 0.03 },
  { fault: 'drop-before', probability: 0.03 },
  { fault: 'accept-then-500', probability: 0.02 },
  { fault: 'unavailable', probability: 0.02 },
  { fault: 'slow', probability: 0.05, delayMs: 400 },
]

/** Has the networks lose and spoil answers from now on, `scale` times as often as usual. */
export async function startFaults(world: World, networks: readonly NetworkRow[], scale: number): Promise<void> {
  for (const { platform: network, commits, others } of networks) {
    const rules = [
      ...commits.flatMap((operation) => commitFaults.map((rule) => ({ network, operation, ...rule }))),
      ...others.flatMap((operation) => otherFaults.map((rule) => ({ network, operation, ...rule }))),
    ]
    for (const { probability, ...rest } of rules) {
      const rule = { ...rest, probability: Math.min(1, probability * scale) }
      const { status, body } = await world.sandbox('POST', '/faults', rule)
      if (status !== 201) throw new Error(`fault: ${JSON.stringify(body)}`)
    }
  }
}

async function connectAll(world: World, networks: readonly NetworkRow[]): Promise<Map<string, string[]>> {
  const accounts = new Map<string, string[]>()
  for (const network of networks) {
    const ids = []
    for (const person of network.people) ids.push(await world.connect(network, person))
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

/** The faults that the networks have played, by kind. */
export async function playedFaults(world: World, networks: readonly NetworkRow[]): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const { platform } of networks) {
    const { body } = await world.sandbox('GET', `/journal?network=${platform}`)
    for (const { fault } of body) if (fault) counts[fault] = (counts[fault] ?? 0) + 1
  }
  return counts
}

/** Publishes while everything around fails, waits until it is calm, and tells what came of it. */
export async function runStorm(options: StormOptions): Promise<StormResult> {
  const { seed, networks, gateways, workers, workerScript, customers, plan, keep = false } = options
  const random = seeded(seed)
  const script = workerScript === undefined ? {} : { workerScript }
  const world = await startWorld({ seed, gateways, workers, networks, keep, ...script })
  try {
    const orders = plannedOrders(options, await connectAll(world, networks), random)
    if (options.networkFaults > 0) await startFaults(world, networks, options.networkFaults)
    const started = Date.now()
    let begun = 0
    const customer = async () => {
      for (let next = begun++; next < orders.length; next = begun++) {
        const order = orders[next]
        if (order) await place(world, order)
      }
    }
    const raging = rage(world, plan, seeded(seed + 1), () => begun / orders.length)
    await Promise.all(Array.from({ length: customers }, customer))
    const deeds = await raging
    const stormSeconds = (Date.now() - started) / 1000
    const played = await playedFaults(world, networks)
    await world.sandbox('DELETE', '/faults')
    const calmFrom = Date.now()
    await settle(world, options.longestCalmMs)
    const calmSeconds = (Date.now() - calmFrom) / 1000
    return { verdict: await verdictOn(world, orders), deeds, played, stormSeconds, calmSeconds, dir: world.dir }
  } finally {
    await world.close()
  }
}
