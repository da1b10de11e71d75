import { settle } from './calm.ts'
import type { Cluster } from './cluster.ts'
import { type InjectedFaults, injectFaults, type Plan } from './inject-faults.ts'
import { countNetworkFaults, type FailingNetwork, startFaults } from './network-faults.ts'
import { seeded } from './random.ts'

/** What every run under faults is started with, whatever its customers do. */
export interface RunOptions {
  seed: number
  plan: Plan
  gateways: number
  workers: number
  /** Customers who send requests at the same time. */
  customers: number
  /** How much more often the networks fail than usual in a storm: 0 never, 1 as usual. */
  networkFaultScale: number
  /** How long after the storm everything that has begun may take to end. */
  maxCalmMs: number
  /** Keeps the directory with the logs. */
  keep?: boolean
}

/** The faults of a run and its times; the same for every kind of request. */
export interface RunResult {
  injected: InjectedFaults
  /** Faults that the networks had, by kind. */
  networkFaults: Record<string, number>
  stormSeconds: number
  calmSeconds: number
}

interface Customers<Task> {
  networks: readonly FailingNetwork[]
  tasks: readonly Task[]
  perform(task: Task): Promise<void>
  /** Starts further faults, which go on during the storm; what it returns stops them. */
  startFurtherFaults?(): () => Promise<void>
}

/** Performs all tasks while the plan's faults are injected and the networks fail; then waits until no write is open. */
export async function stormThenCalm<Task>(
  cluster: Cluster,
  { seed, plan, customers, networkFaultScale, maxCalmMs }: RunOptions,
  { networks, tasks, perform, startFurtherFaults }: Customers<Task>,
): Promise<RunResult & { calmDeadline: number }> {
  await startFaults(cluster, networks, networkFaultScale)
  const stopFurtherFaults = startFurtherFaults?.()
  const started = Date.now()
  const waiting = tasks.values()
  let begun = 0
  const customer = async () => {
    // One iterator serves all customers: each takes the next task that nobody has taken.
    for (const task of waiting) {
      begun++
      await perform(task)
    }
  }
  const injecting = injectFaults(cluster, plan, seeded(seed + 1), () => begun / tasks.length)
  await Promise.all(Array.from({ length: customers }, customer))
  const injected = await injecting
  await stopFurtherFaults?.()
  const stormSeconds = (Date.now() - started) / 1000
  const networkFaults = await countNetworkFaults(cluster, networks)
  await cluster.sandbox('DELETE', '/faults')
  const calmFrom = Date.now()
  await settle(cluster, maxCalmMs)
  const calmSeconds = (Date.now() - calmFrom) / 1000
  return { injected, networkFaults, stormSeconds, calmSeconds, calmDeadline: calmFrom + maxCalmMs }
}
