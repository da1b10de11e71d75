import { setTimeout as sleep } from 'node:timers/promises'
import { settle } from '../calm.ts'
import { judge, readOracle, readRows, type Verdict } from '../check.ts'
import { place } from '../client.ts'
import { countNetworkFaults, startFaults } from '../network-faults.ts'
import { seeded } from '../random.ts'
import { connectAll, plannedOrders } from '../storm.ts'
import { type HaCluster, type HaOptions, reachable, startHaCluster } from './ha-cluster.ts'
import { responds } from './processes.ts'
import { type Load, restartGateways } from './rolling-restart.ts'

export interface HaRun extends HaOptions {
  publishes: number
  kills: number
  customers: number
  maxCalmMs: number
}

/** What one failure of the primary's host did, in seconds after it. */
interface Failover {
  host: string
  /** Until the database takes writes. */
  writable: number
  /** Until a read of the API succeeds through the proxy. */
  api: number
  /** Until both workers take jobs. */
  workers: number
}

export interface HaResult {
  verdict: Verdict
  failovers: Failover[]
  restart: Load
  networkFaults: Record<string, number>
  dir: string
}

/** The seconds from `from` until `isDone` succeeds; throws after three minutes. */
async function secondsUntil(from: number, isDone: () => Promise<boolean>): Promise<number> {
  while (!(await isDone().catch(() => false))) {
    if (Date.now() - from > 180_000) throw new Error('the installation did not recover within three minutes')
    await sleep(50)
  }
  return (Date.now() - from) / 1000
}

async function failover({ processes, pool, call }: HaCluster): Promise<Failover> {
  const host = await processes.killPrimary()
  const from = Date.now()
  const isWritable = async () => {
    await pool.query('create temporary table if not exists written (at timestamptz)')
    return true
  }
  const isRead = async () => (await call('GET', '/profiles?limit=1', undefined, { timeoutMs: 3_000 })).status === 200
  const areWorking = async () => {
    const ready = await Promise.all(['worker-a', 'worker-b'].map((worker) => responds(processes.readyUrl(worker))))
    return !ready.includes(false)
  }
  const writable = await secondsUntil(from, isWritable)
  // Only now: a worker is ready for some seconds after its database has gone.
  const [api, workers] = await Promise.all([secondsUntil(from, isRead), secondsUntil(from, areWorking)])
  await processes.startDead()
  await secondsUntil(Date.now(), () => processes.isSynchronous())
  return { host, writable, api, workers }
}

/** Clients publish while the host of the primary is killed again and again. Nobody intervenes. */
export async function runHa(options: HaRun): Promise<HaResult> {
  const { seed, publishes, kills, customers, maxCalmMs } = options
  const networks = reachable(options.networks)
  const cluster = await startHaCluster(options)
  try {
    const orders = plannedOrders({ publishes, networks }, await connectAll(cluster, networks), seeded(seed))
    await startFaults(cluster, networks, 1)
    let begun = 0
    let recovered = 0
    const left = orders.values()
    // The orders are spread over the failovers: some before, some during and some after each.
    const isDue = () => begun < (publishes * (recovered + 1)) / (kills + 1)
    const customer = async () => {
      for (const order of left) {
        while (!isDue() && recovered < kills) await sleep(20)
        begun++
        await place(cluster, order)
      }
    }
    const failovers: Failover[] = []
    const killer = async () => {
      for (; recovered < kills; recovered++) {
        while (begun < (publishes * (recovered + 0.5)) / (kills + 1)) await sleep(20)
        failovers.push(await failover(cluster))
      }
    }
    await Promise.all([killer(), ...Array.from({ length: customers }, customer)])
    const networkFaults = await countNetworkFaults(cluster, networks)
    await cluster.sandbox('DELETE', '/faults')
    await settle(cluster, maxCalmMs)
    const restart = await restartGateways(cluster)
    const [rows, oracle] = [await readRows(cluster), await readOracle(cluster, orders)]
    return { verdict: judge({ orders, rows, oracle }), failovers, restart, networkFaults, dir: cluster.dir }
  } finally {
    await cluster.close()
  }
}
