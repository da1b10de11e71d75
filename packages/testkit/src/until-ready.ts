import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Polls `/readyz` of a process every 100 ms until it responds with 200, without a time limit, and returns the parsed
 * body. Rejects if nothing listens at `url`, which has no trailing slash. On a busy machine a single check may time out
 * while it waits for the database.
 */
export async function untilReady(url: string): Promise<unknown> {
  for (;;) {
    const response = await fetch(`${url}/readyz`)
    if (response.status === 200) return response.json()
    await response.arrayBuffer()
    await sleep(100)
  }
}
