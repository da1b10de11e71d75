import { setTimeout as sleep } from 'node:timers/promises'
import { runCommand } from '@carillon/admin'
import { createLogger } from '@carillon/log'
import { verdictOn } from '../calm.ts'
import { readOracle, readRows, type Verdict } from '../check.ts'
import { type Order, place } from '../client.ts'
import { type Cluster, type Json, startCluster } from '../cluster.ts'
import type { NetworkRow } from '../networks.ts'
import { seeded } from '../random.ts'
import { connectAll, plannedOrders } from '../storm.ts'
import { type RunOptions, stormThenCalm } from '../storm-and-calm.ts'
import { type ReplicatedOptions, type ReplicatedPostgres, startReplicatedPostgres } from './replicated-postgres.ts'
import { type Recovery, watchRecovery } from './watch-recovery.ts'

export interface FailoverOptions extends Omit<RunOptions, 'plan'>, ReplicatedOptions {
  failovers: number
  publishes: number
  networks: readonly NetworkRow[]
}

export interface FailoverResult {
  verdict: Verdict
  recovery: Recovery
  /** Posts that are on a network although their publishes are lost. */
  missing: number
  /** Those of them that `restore report` does not list. */
  unreported: string[]
  networkFaults: Record<string, number>
  dir: string
}

const noFaults = {
  ...{ workerKills: 0, gatewayKills: 0, workerPauses: 0, gatewayPauses: 0 },
  ...{ pgRestarts: 0, cuts: 0, freezes: 0, delays: 0, terminations: 0 },
}

/** Kills the database server so many times while requests are sent; `progress` is the share of them that has begun. */
async function failOver(database: ReplicatedPostgres, times: number, progress: () => number): Promise<void> {
  for (let done = 1; done <= times; done++) {
    while (progress() < done / (times + 1)) await sleep(20)
    await database.crash()
  }
}

/** Marks of posts that no publish knows of, and those of them that the operator is not told. */
async function missingPosts(cluster: Cluster, orders: readonly Order[], since: Date) {
  const log = createLogger({ name: 'faults', level: 'error', destination: process.stderr })
  const report: Json = await runCommand(['restore', 'report', '--since', since.toISOString()], {
    env: cluster.env,
    log,
  })
  const listed = new Set<string>(
    report.missing.flatMap(({ posts }: Json) => posts.map((post: Json) => post.providerId)),
  )
  const [rows, oracle] = [await readRows(cluster), await readOracle(cluster, orders)]
  const known = new Set(rows.map(({ request_id }) => request_id.split('.')[0]))
  const posts = [...oracle].filter(([mark]) => !known.has(mark)).flatMap(([, held]) => held)
  return { missing: posts.length, unreported: posts.map(({ id }) => id).filter((id) => !listed.has(id)) }
}

/** Publishes while the database server is killed and its standby promoted, again and again, and judges the outcome. */
export async function runFailovers(options: FailoverOptions): Promise<FailoverResult> {
  const { seed, networks, gateways, workers, keep = false, failovers, isSynchronous, lagMs } = options
  const started = new Date()
  const database: ReplicatedPostgres = await startReplicatedPostgres({ isSynchronous, lagMs })
  const env = { DATABASE_FAILOVER: isSynchronous ? 'synchronous' : 'asynchronous' }
  const cluster = await startCluster({
    ...{ seed, gateways, workers, networks, keep, env },
    startDatabase: async () => database,
  })
  try {
    const orders = plannedOrders(options, await connectAll(cluster, networks), seeded(seed))
    const stopWatch = watchRecovery(cluster)
    let begun = 0
    const { networkFaults } = await stormThenCalm(
      cluster,
      { ...options, plan: noFaults },
      {
        networks,
        tasks: orders,
        perform(order) {
          begun++
          return place(cluster, order)
        },
        startFurtherFaults() {
          const failing = failOver(database, failovers, () => begun / orders.length)
          return () => failing
        },
      },
    )
    const recovery = await stopWatch(database.promotedAt)
    const verdict = await verdictOn(cluster, orders)
    return { verdict, recovery, ...(await missingPosts(cluster, orders, started)), networkFaults, dir: cluster.dir }
  } finally {
    await cluster.close()
  }
}
