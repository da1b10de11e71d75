import { setTimeout as sleep } from 'node:timers/promises'
import type { Cluster } from './cluster.ts'
import type { Member } from './fleet.ts'
import { pick } from './random.ts'
import { recoveries, running } from './recovery.ts'

/** Faults that are injected, each so many times in a run. */
export interface Plan {
  workerKills: number
  gatewayKills: number
  /** Processes stopped by SIGSTOP and continued after a few seconds. */
  workerPauses: number
  gatewayPauses: number
  pgRestarts: number
  /** All connections to the database broken, frozen or slowed down at the same time. */
  cuts: number
  freezes: number
  delays: number
  /** Single connections of our processes ended by the database, one at a time. */
  terminations: number
}

/** Every fault that is injected beside so many kills of workers and restarts of the database. */
export function planFor({ kills, pgRestarts }: { kills: number; pgRestarts: number }): Plan {
  const share = (part: number) => Math.ceil(kills * part)
  return {
    workerKills: kills,
    gatewayKills: share(0.25),
    workerPauses: share(0.2),
    gatewayPauses: share(0.2),
    pgRestarts,
    cuts: share(0.2),
    freezes: share(0.1),
    delays: share(0.1),
    terminations: kills * 2,
  }
}

/** The same for writes that gateways make themselves: they die as often as the workers. */
export function planForReplies({ kills, pgRestarts }: { kills: number; pgRestarts: number }): Plan {
  return { ...planFor({ kills, pgRestarts }), workerKills: Math.floor(kills / 2), gatewayKills: Math.ceil(kills / 2) }
}

export interface InjectedFaults {
  counts: Partial<Record<keyof Plan, number>>
  /** Milliseconds from a worker's death until another worker has claimed its publish, one value per publish. */
  recoveryMs: number[]
}

interface Target {
  cluster: Cluster
  random(): number
  injected: InjectedFaults
}

type Inject = (target: Target) => Promise<void>

async function pickRunning({ random }: Target, members: readonly Member[]): Promise<Member> {
  for (;;) {
    const up = members.filter((member) => member.pid() !== null)
    if (up.length > 0) return pick(random, up)
    await sleep(20)
  }
}

async function pause(target: Target, members: readonly Member[]): Promise<void> {
  const member = await pickRunning(target, members)
  member.freeze()
  await sleep(500 + target.random() * 2_500)
  member.thaw()
}

/** Connections of our pools; the most recently used first. */
const busyBackends = `select pid from pg_stat_activity
  where datname = current_database() and application_name = 'carillon' and pid <> pg_backend_pid()
  order by state_change desc limit 4`

const injections: Record<keyof Plan, Inject> = {
  async workerKills(target) {
    const { cluster, injected } = target
    const victim = await pickRunning(target, cluster.workers)
    const before = await running(cluster).catch(() => [])
    const killedAt = performance.now()
    victim.kill()
    injected.recoveryMs.push(...(await recoveries(cluster, before, killedAt)))
  },
  async gatewayKills(target) {
    const victim = await pickRunning(target, target.cluster.gateways)
    victim.kill()
  },
  workerPauses: (target) => pause(target, target.cluster.workers),
  gatewayPauses: (target) => pause(target, target.cluster.gateways),
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

/** Every fault of the plan, in an order that the seed decides. */
function shuffled(plan: Plan, random: () => number): (keyof Plan)[] {
  const all = Object.entries(plan).flatMap(([name, times]) => Array<keyof Plan>(times).fill(name as keyof Plan))
  return all
    .map((name) => ({ name, at: random() }))
    .toSorted((left, right) => left.at - right.at)
    .map(({ name }) => name)
}

/**
 * Injects all faults of the plan, spread over the run; `progress` returns the share of the run that has passed, from 0
 * to 1. Faults are injected one after the other, so that a recovery time belongs to one of them.
 */
export async function injectFaults(
  cluster: Cluster,
  plan: Plan,
  random: () => number,
  progress: () => number,
): Promise<InjectedFaults> {
  const injected: InjectedFaults = { counts: {}, recoveryMs: [] }
  const order = shuffled(plan, random)
  for (const [index, name] of order.entries()) {
    while (progress() < index / order.length) await sleep(20)
    await injections[name]({ cluster, random, injected })
    injected.counts[name] = (injected.counts[name] ?? 0) + 1
  }
  return injected
}
