import { setTimeout as sleep } from 'node:timers/promises'
import type { Hang } from './ambient-faults.ts'
import { judge, readOracle, readRows, unfinished, type Verdict } from './check.ts'
import type { Order } from './client.ts'
import type { Cluster } from './cluster.ts'
import { interruptedAccounts } from './reconnecting.ts'

/** Waits until every publish has ended, or `longestMs` at most; the checker names those that have not. */
export async function settle(cluster: Pick<Cluster, 'pool'>, maxMs: number): Promise<void> {
  const until = Date.now() + maxMs
  while (Date.now() < until && (await unfinished(cluster).catch(() => 1)) > 0) await sleep(100)
}

export async function verdictOn(
  cluster: Cluster,
  orders: readonly Order[],
  hangs: readonly Hang[] = [],
): Promise<Verdict> {
  const [rows, oracle] = [await readRows(cluster), await readOracle(cluster, orders)]
  return judge({ orders, rows, oracle, hangs, interrupted: await interruptedAccounts(cluster.dir) })
}
