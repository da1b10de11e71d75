import { setTimeout as sleep } from 'node:timers/promises'

/**
 * The response of a process's `/readyz` once it is ready. On a starved machine, the database may take longer than it
 * waits.
 */
export async function untilReady(url: string): Promise<unknown> {
  for (;;) {
    const response = await fetch(`${url}/readyz`)
    if (response.status === 200) return response.json()
    await response.arrayBuffer()
    await sleep(100)
  }
}
