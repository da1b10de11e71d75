import { setTimeout as sleep } from 'node:timers/promises'
import type { Cluster } from '../cluster.ts'
import { networksNamed } from '../networks.ts'
import { seeded } from '../random.ts'
import { prepareTraffic } from '../stalls/traffic.ts'

/** Reads that wait for no network. */
const reads = ['/webhook-endpoints', '/posts/publishes', '/profiles', '/events', '/schedules']

export interface Customers {
  /** Statuses of responses to reads, with how often each of them came. */
  statuses: Record<string, number>
  stop(): Promise<void>
}

/** Networks to which these customers publish, reply and send messages. */
export const networksOfCustomers = ['facebook'] as const

/** The sandbox's receiver of webhooks as an endpoint, so that there are deliveries. */
async function createEndpoint(cluster: Cluster): Promise<void> {
  const url = `${cluster.sandboxUrl}/receiver`
  const { status, body } = await cluster.call('POST', '/webhook-endpoints', { url, types: ['*'] })
  if (status !== 201) throw new Error(`webhook endpoint: ${JSON.stringify(body)}`)
}

/**
 * Customers that write one after the other in `everyMs`, of each kind in turn, and read three times as often. All
 * their accounts are connected before this returns.
 */
export async function startCustomers(cluster: Cluster, seed: number, everyMs: number): Promise<Customers> {
  await createEndpoint(cluster)
  const networks = networksNamed([...networksOfCustomers])
  const traffic = await prepareTraffic({ cluster, networks, random: seeded(seed) })
  const { stop } = traffic.start(everyMs)
  const stopping = new AbortController()
  const statuses: Record<string, number> = {}
  const reading = (async () => {
    for (let turn = 0; !stopping.signal.aborted; turn++) {
      const path = reads[turn % reads.length] ?? '/accounts'
      const response = await cluster.call('GET', path, undefined, { timeoutMs: 30_000 }).catch(() => null)
      const status = String(response?.status ?? 'none')
      statuses[status] = (statuses[status] ?? 0) + 1
      await sleep(everyMs / 3, undefined, { signal: stopping.signal }).catch(() => {})
    }
  })()
  return {
    statuses,
    async stop() {
      stopping.abort()
      await reading
      await stop()
    },
  }
}
