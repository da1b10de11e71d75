import { setTimeout as sleep } from 'node:timers/promises'
import type { Cluster } from '../cluster.ts'
import { type NetworkRow, networksNamed } from '../networks.ts'
import type { FaultPlan } from './fault-plans.ts'

/** Accounts of each user: each profile that a user connects has one of its own. */
const profilesPerUser: Readonly<Record<FaultPlan['network'], number>> = {
  ...{ bluesky: 1, facebook: 1, youtube: 1, tiktok: 1 },
  // More accounts than may expire within an hour without an alert.
  x: 2,
}

export interface Publisher {
  /** Publishes to the network every so many ms until it is stopped, whatever comes of it. */
  start(network: FaultPlan['network'], everyMs: number): () => Promise<void>
}

/** Connects the accounts, to which it then publishes what the network allows most often. */
export async function preparePublisher(cluster: Cluster): Promise<Publisher> {
  const accounts = new Map<string, { row: NetworkRow; ids: string[] }>()
  for (const row of networksNamed(Object.keys(profilesPerUser))) {
    const ids: string[] = []
    const profiles = profilesPerUser[row.platform as FaultPlan['network']]
    for (const user of row.users) {
      for (let index = 0; index < profiles; index++) ids.push(await cluster.connect(row, user))
    }
    accounts.set(row.platform, { row, ids })
  }
  let count = 0
  const publish = async (network: string) => {
    const { row, ids } = accounts.get(network) ?? { row: undefined, ids: [] }
    const [variant] = row?.variants ?? []
    if (!variant) throw new Error(`nothing can be published to ${network}`)
    const number = count++
    const body = { platform: network, accountId: ids[number % ids.length] }
    const post = variant.body(`watched ${number}`, cluster.samples)
    await cluster.call('POST', '/posts', { ...body, ...post }, { timeoutMs: 60_000 }).catch(() => null)
  }
  return {
    start(network, everyMs) {
      const stopping = new AbortController()
      const open = new Set<Promise<void>>()
      const publishing = (async () => {
        while (!stopping.signal.aborted) {
          const one = publish(network)
          open.add(one)
          one.finally(() => open.delete(one)).catch(() => {})
          await sleep(everyMs, undefined, { signal: stopping.signal }).catch(() => {})
        }
      })()
      return async () => {
        stopping.abort()
        await publishing
        await Promise.all(open)
      }
    },
  }
}
