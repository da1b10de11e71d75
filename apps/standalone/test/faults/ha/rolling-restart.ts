import { setTimeout as sleep } from 'node:timers/promises'
import type { HaCluster } from './ha-cluster.ts'
import { responds } from './processes.ts'

export interface RollingRestart {
  requests: number
  /** The statuses of the requests that failed; 0 without a response. */
  failed: number[]
}

/** Restarts one gateway after the other, as an upgrade does, while clients read and write through the proxy. */
export async function restartGateways({ call, processes }: HaCluster): Promise<RollingRestart> {
  const result: RollingRestart = { requests: 0, failed: [] }
  let isOver = false
  const client = async (name: string) => {
    for (let count = 0; !isOver; count++) {
      const isWrite = count % 10 === 0
      const request = isWrite
        ? call('POST', '/profiles', { name: `${name} ${count}` })
        : call('GET', '/profiles?limit=1')
      const status = await request.then((response) => response.status).catch(() => 0)
      result.requests++
      if (status !== (isWrite ? 201 : 200)) result.failed.push(status)
      await sleep(20)
    }
  }
  const restart = async (host: string) => {
    const url = processes.readyUrl(host)
    await processes.restart(host)
    for (const isReady of [false, true]) while ((await responds(url)) !== isReady) await sleep(100)
  }
  const clients = Array.from({ length: 8 }, (_, index) => client(`Client ${index}`))
  await restart('gateway-a')
  await restart('gateway-b')
  isOver = true
  await Promise.all(clients)
  return result
}
