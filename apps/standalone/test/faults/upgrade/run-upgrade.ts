import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { settle } from '../calm.ts'
import { judge, readOracle, readRows, type Verdict } from '../check.ts'
import { type Order, place } from '../client.ts'
import { type HaCluster, type HaOptions, reachable, startHaCluster } from '../ha/ha-cluster.ts'
import { type Load, untilReplaced, withLoad } from '../ha/rolling-restart.ts'
import { type ProxyName, proxyRows } from '../proxies/configurations.ts'
import { seeded } from '../random.ts'
import { connectAll, plannedOrders } from '../storm.ts'
import { installCommit, installNext } from './versions.ts'

export interface UpgradeRun extends HaOptions {
  proxy: ProxyName
  publishes: number
  customers: number
  maxCalmMs: number
  /** The commit or tag of version N. */
  from: string
}

export interface UpgradeResult {
  verdict: Verdict
  /** What clients read and wrote during each step. */
  steps: Record<string, Load>
  /** Requests to publish, and the statuses of those that failed. */
  publishes: Load
  dir: string
}

const gateways = ['gateway-a', 'gateway-b']
const workers = ['worker-a', 'worker-b']

/** Customers that send orders until `work` is done, or none is left; each response is noted. */
function customersOf(cluster: HaCluster, orders: readonly Order[]) {
  const load: Load = { requests: 0, failed: [] }
  const begun: Order[] = []
  const left = orders.values()
  let isOver = false
  const call: HaCluster['call'] = async (method, ...more) => {
    const response = cluster.call(method, ...more)
    const status = await response.then((each) => each.status).catch(() => 0)
    load.requests++
    if (status < 200 || status > 299) load.failed.push(status)
    return await response
  }
  async function customer(): Promise<void> {
    for (const order of left) {
      if (isOver) return
      begun.push(order)
      await place({ ...cluster, call }, order)
    }
  }
  return {
    async during(customers: number, work: () => Promise<void>) {
      const placing = Array.from({ length: customers }, customer)
      await work().finally(() => {
        isOver = true
      })
      await Promise.all(placing)
      return { load, begun }
    },
  }
}

/** Upgrades from N to N + 1 and back to N as docs/upgrading.md describes, while clients read, write and publish. */
export async function runUpgrade(options: UpgradeRun, report: (line: string) => void): Promise<UpgradeResult> {
  const { seed, publishes, customers, maxCalmMs, from } = options
  const networks = reachable(options.networks)
  const cluster = await startHaCluster({ ...options, install: (dir) => installCommit(join(dir, 'previous'), from) })
  try {
    const { dir, processes } = cluster
    const { readyMs } = proxyRows[options.proxy]
    const previous = join(dir, 'previous')
    const next = await installNext(join(dir, 'next'))
    const orders = plannedOrders({ publishes, networks }, await connectAll(cluster, networks), seeded(seed))
    const steps: Record<string, Load> = {}
    const step = async (name: string, work: () => Promise<void>) => {
      const load = await withLoad(cluster, work)
      steps[name] = load
      report(`${name}: ${load.failed.length} of ${load.requests} requests failed`)
    }
    const replace = (hosts: readonly string[], folder: string) => async () => {
      for (const host of hosts) {
        await untilReplaced(processes, host, () => processes.upgrade(host, folder))
        if (gateways.includes(host)) await sleep(readyMs)
        const found = await processes.versionOf(host)
        if (found !== folder) throw new Error(`${host} runs ${found} instead of ${folder}`)
      }
    }
    const { load, begun } = await customersOf(cluster, orders).during(customers, async () => {
      await step('migrations of N + 1 under N', () => processes.migrate(next))
      await step('workers and gateways to N + 1', replace([...workers, ...gateways], next))
      await step('gateways and workers back to N', replace([...gateways, ...workers], previous))
    })
    await settle(cluster, maxCalmMs)
    const [rows, oracle] = [await readRows(cluster), await readOracle(cluster, begun)]
    return { verdict: judge({ orders: begun, rows, oracle }), steps, publishes: load, dir }
  } finally {
    await cluster.close()
  }
}
