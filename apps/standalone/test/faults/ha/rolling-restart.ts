import { setTimeout as sleep } from 'node:timers/promises'
import type { HaCluster } from './ha-cluster.ts'
import { type Processes, responds } from './processes.ts'

export interface Load {
  requests: number
  /** The statuses of the requests that failed; 0 without a response. */
  failed: number[]
}

/** Eight clients read and write through the proxy until `work` is done. */
export async function withLoad({ call }: Pick<HaCluster, 'call'>, work: () => Promise<void>): Promise<Load> {
  const result: Load = { requests: 0, failed: [] }
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
  const begun = Date.now()
  const clients = Array.from({ length: 8 }, (_, index) => client(`Client ${index} of ${begun}`))
  await work().finally(() => {
    isOver = true
  })
  await Promise.all(clients)
  return result
}

/** Ends a gateway or worker by `end`, and waits until the one that takes its place is ready. */
export async function untilReplaced(processes: Processes, host: string, end: () => Promise<void>): Promise<void> {
  const url = processes.readyUrl(host)
  await end()
  for (const isReady of [false, true]) while ((await responds(url)) !== isReady) await sleep(100)
}

/** Restarts one gateway after the other, as an upgrade does, while clients read and write through the proxy. */
export async function restartGateways(cluster: HaCluster): Promise<Load> {
  const { processes } = cluster
  return await withLoad(cluster, async () => {
    for (const host of ['gateway-a', 'gateway-b']) {
      await untilReplaced(processes, host, () => processes.restart(host))
    }
  })
}
