import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { settle, verdictOn } from './calm.ts'
import type { Verdict } from './check.ts'
import { newOrder, type Order, place } from './client.ts'
import { startCluster } from './cluster.ts'
import type { Member } from './fleet.ts'
import type { NetworkRow } from './networks.ts'

const longestUntilFrozenMs = 30_000
/** For what the thawed processes still have to say. */
const aftermathMs = 4_000

async function isFrozen(worker: Member): Promise<boolean> {
  const stat = await readFile(`/proc/${worker.pid()}/stat`, 'utf8').catch(() => '')
  return /\) T /.test(stat)
}

/** Whether the worker has stopped at its place, within half a minute. */
export async function untilFrozen(worker: Member): Promise<boolean> {
  const until = Date.now() + longestUntilFrozenMs
  while (Date.now() < until) {
    if (await isFrozen(worker)) return true
    await sleep(50)
  }
  return false
}

export interface ZombieResult {
  verdict: Verdict
  frozen: number
  /** From the last freeze until other workers had ended every publish. */
  takenOverSeconds: number
}

/**
 * Freezes one worker a network at the place, each with its publish in hand and its lease intact; others have to end the
 * publishes, and the frozen ones, let go afterwards, must not add anything.
 */
export async function runZombies(options: {
  seed: number
  networks: readonly NetworkRow[]
  place: string
  maxMs: number
}): Promise<ZombieResult> {
  const { seed, networks, maxMs } = options
  const env = { SETTLE_SCALE: '0.05', PUBLISH_WAIT_MS: '1000' }
  const cluster = await startCluster({ seed, gateways: 1, workers: 0, networks, env })
  try {
    const orders: Order[] = []
    const frozen: Member[] = []
    for (const [index, network] of networks.entries()) {
      const [variant] = network.variants
      const [person] = network.users
      if (!variant || !person) continue
      const order = newOrder({
        mark: `no${index}z`,
        network,
        variant,
        accountId: await cluster.connect(network, person),
      })
      orders.push(order)
      const worker = await cluster.addWorker({ CRASH_AT: `${options.place}:freeze` })
      const placed = place(cluster, order)
      if (await untilFrozen(worker)) frozen.push(worker)
      await placed
    }
    const from = Date.now()
    await cluster.addWorker()
    await settle(cluster, maxMs)
    const takenOverSeconds = (Date.now() - from) / 1_000
    for (const worker of frozen) worker.thaw()
    await sleep(aftermathMs)
    return { verdict: await verdictOn(cluster, orders), frozen: frozen.length, takenOverSeconds }
  } finally {
    await cluster.close()
  }
}
