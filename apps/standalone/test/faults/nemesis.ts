import { setTimeout as sleep } from 'node:timers/promises'
import type { Cluster } from './cluster.ts'
import type { Member } from './fleet.ts'
import { pick } from './random.ts'
import { recoveries, running } from './recovery.ts'

/** Faults that are injected, each so many times in a run. */
export interface Plan {
  workerKills: number
  gatewayKills: number
  /** Frozen and let go again. */
  workerPauses: number
  gatewayPauses: number
  pgRestarts: number
  /** All database connections broken at once, held up, or slowed. */
  cuts: number
  freezes: number
  delays: number
  /** Single connections of our processes ended by the database, one at a time. */
  terminations: number
}

export interface Deeds {
  counts: Partial<Record<keyof Plan, number>>
  /** ms from a worker's death to each of its publishes being in other hands. */
  recoveryMs: number[]
}

interface Hands {
  cluster: Cluster
  random(): number
  deeds: Deeds
}

type Deed = (hands: Hands) => Promise<void>

async function living({ random }: Hands, members: readonly Member[]): Promise<Member> {
  for (;;) {
    const up = members.filter((member) => member.pid() !== null)
    if (up.length > 0) return pick(random, up)
    await sleep(20)
  }
}

async function pause(hands: Hands, members: readonly Member[]): Promise<void> {
  const member = await living(hands, members)
  member.freeze()
  await sleep(500 + hands.random() * 2_500)
  member.thaw()
}

/** Connections of our pools, those that were used last first. */
const busyBackends = `select pid from pg_stat_activity
  where datname = current_database() and application_name = 'carillon' and pid <> pg_backend_pid()
  order by state_change desc limit 4`

const deedsByName: Record<keyof Plan, Deed> = {
  async workerKills(hands) {
    const { cluster, deeds } = hands
    const victim = await living(hands, cluster.workers)
    const before = await running(cluster).catch(() => [])
    const killedAt = performance.now()
    victim.kill()
    deeds.recoveryMs.push(...(await recoveries(cluster, before, killedAt)))
  },
  async gatewayKills(hands) {
    const victim = await living(hands, hands.cluster.gateways)
    victim.kill()
  },
  workerPauses: (hands) => pause(hands, hands.cluster.workers),
  gatewayPauses: (hands) => pause(hands, hands.cluster.gateways),
  pgRestarts: ({ cluster }) => cluster.postgres.crash(),
  async cuts({ cluster, random }) {
    cluster.databaseRelay.cut(random() < 0.5 ? 'reset' : 'end')
  },
  async freezes({ cluster, random }) {
    cluster.databaseRelay.freeze()
    await sleep(500 + random() * 1_500)
    cluster.databaseRelay.thaw()
  },
  async delays({ cluster, random }) {
    cluster.databaseRelay.slow(20 + random() * 60)
    await sleep(1_000 + random() * 1_000)
    cluster.databaseRelay.slow(0)
  },
  async terminations({ cluster, random }) {
    const { rows } = await cluster.pool.query<{ pid: number }>(busyBackends).catch(() => ({ rows: [] }))
    if (rows.length > 0)
      await cluster.pool.query('select pg_terminate_backend($1)', [pick(random, rows).pid]).catch(() => {})
  },
}

/** Every deed of the plan in a seeded order. */
function shuffled(plan: Plan, random: () => number): (keyof Plan)[] {
  const all = Object.entries(plan).flatMap(([name, times]) => Array<keyof Plan>(times).fill(name as keyof Plan))
  return all
    .map((name) => ({ name, at: random() }))
    .toSorted((left, right) => left.at - right.at)
    .map(({ name }) => name)
}

/**
 * Does everything on the plan, spread over the run: `progress` tells how much of it has passed, from 0 to 1. Deeds run one
 * after the other, so that what they measure is their own.
 */
export async function rage(cluster: Cluster, plan: Plan, random: () => number, progress: () => number): Promise<Deeds> {
  const deeds: Deeds = { counts: {}, recoveryMs: [] }
  const order = shuffled(plan, random)
  for (const [index, name] of order.entries()) {
    while (progress() < index / order.length) await sleep(20)
    await deedsByName[name]({ cluster, random, deeds })
    deeds.counts[name] = (deeds.counts[name] ?? 0) + 1
  }
  return deeds
}
