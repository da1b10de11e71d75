import { setTimeout as sleep } from 'node:timers/promises'

/** Notes jobs as they begin: when, and how long after `addedAt` of their payload. */
export function arrivals() {
  let latencies: number[] = []
  return {
    note(payload: unknown): void {
      const { addedAt } = payload as { addedAt: number }
      latencies.push(Date.now() - addedAt)
    },
    handlers: {
      /** Waits for `count` jobs; returns their latencies in ms, and forgets them. */
      async arrived(count: number): Promise<number[]> {
        while (latencies.length < count) await sleep(2)
        const all = latencies
        latencies = []
        return all
      },
    },
  }
}
