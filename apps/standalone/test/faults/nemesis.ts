import { setTimeout as sleep } from 'node:timers/promises'
import type { Member } from './fleet.ts'
import { pick } from './random.ts'
import { recoveries, running } from './recovery.ts'
import type { World } from './world.ts'

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
  world: World
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
    const { world, deeds } = hands
    const victim = await living(hands, world.workers)
    const before = await running(world).catch(() => [])
    const killedAt = performance.now()
    victim.kill()
    deeds.recoveryMs.push(...(await recoveries(world, before, killedAt)))
  },
  async gatewayKills(hands) {
    const victim = await living(hands, hands.world.gateways)
    victim.kill()
  },
  workerPauses: (hands) => pause(hands, hands.world.workers),
  gatewayPauses: (hands) => pause(hands, hands.world.gateways),
  pgRestarts: ({ world }) => world.postgres.crash(),
  async cuts({ world, random }) {
    world.databaseRelay.cut(random() < 0.5 ? 'reset' : 'end')
  },
  async freezes({ world, random }) {
    world.databaseRelay.freeze()
    await sleep(500 + random() * 1_500)
    world.databaseRelay.thaw()
  },
  async delays({ world, random }) {
    world.databaseRelay.slow(20 + random() * 60)
    await sleep(1_000 + random() * 1_000)
    world.databaseRelay.slow(0)
  },
  async terminations({ world, random }) {
    const { rows } = await world.pool.query<{ pid: number }>(busyBackends).catch(() => ({ rows: [] }))
    if (rows.length > 0)
      await world.pool.query('select pg_terminate_backend($1)', [pick(random, rows).pid]).catch(() => {})
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
export async function rage(world: World, plan: Plan, random: () => number, progress: () => number): Promise<Deeds> {
  const deeds: Deeds = { counts: {}, recoveryMs: [] }
  const order = shuffled(plan, random)
  for (const [index, name] of order.entries()) {
    while (progress() < index / order.length) await sleep(20)
    await deedsByName[name]({ world, random, deeds })
    deeds.counts[name] = (deeds.counts[name] ?? 0) + 1
  }
  return deeds
}
