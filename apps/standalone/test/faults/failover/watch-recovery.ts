import { setTimeout as sleep } from 'node:timers/promises'
import type { Cluster } from '../cluster.ts'

/** How long after a promoted server took writes the API responded, and all workers were ready again, in milliseconds. */
export interface Recovery {
  api: number[]
  workers: number[]
}

const everyMs = 50

/** The first of the ascending times that is not before `at`, as ms after it; null if none exists. */
function msUntilNext(times: readonly number[], at: number): number | null {
  const next = times.find((time) => time >= at)
  return next === undefined ? null : next - at
}

/**
 * Notes when the API responds and when workers are ready, until it is stopped with the times of the promotions. Each
 * worker ends once with its connection to the former server.
 */
export function watchRecovery(cluster: Cluster): (promotedAt: readonly number[]) => Promise<Recovery> {
  const api: number[] = []
  const ready: { at: number; deaths: number }[] = []
  let isOver = false

  async function every(look: () => Promise<void>): Promise<void> {
    while (!isOver) {
      await look().catch(() => {})
      await sleep(everyMs)
    }
  }

  const watching = [
    every(async () => {
      const begun = Date.now()
      const { status } = await cluster.call('GET', '/profiles', undefined, { timeoutMs: 2_000 })
      if (status === 200) api.push(begun)
    }),
    every(async () => {
      const isUp = cluster.workers.every((worker) => worker.pid() !== null)
      if (isUp) ready.push({ at: Date.now(), deaths: Math.min(...cluster.workers.map((worker) => worker.deaths())) })
    }),
  ]

  return async (promotedAt) => {
    isOver = true
    await Promise.all(watching)
    const readyAfter = (deaths: number) => ready.filter((one) => one.deaths >= deaths).map(({ at }) => at)
    return {
      api: promotedAt.flatMap((at) => msUntilNext(api, at) ?? []),
      workers: promotedAt.flatMap((at, index) => msUntilNext(readyAfter(index + 1), at) ?? []),
    }
  }
}
