import { setTimeout as sleep } from 'node:timers/promises'
import type { Cluster } from '../cluster.ts'
import { type NetworkRow, networksNamed } from '../networks.ts'
import { type FaultPlan, faultyNetworks } from './fault-plans.ts'

type Network = FaultPlan['network']

/** Accounts of each user, each in a profile of its own: at X more than may expire in an hour without an alert. */
const profilesPerUser: Readonly<Record<Network, number>> = { instagram: 1, youtube: 1, tiktok: 1, x: 2 }

interface Connected {
  accountId: string
  profileId: string
}

export interface Client {
  /** Sends a request of that kind every so many ms until it is stopped, whatever comes of it. */
  start(plan: FaultPlan, everyMs: number): () => Promise<void>
}

async function connectAccounts(cluster: Cluster, row: NetworkRow, perUser: number): Promise<Connected[]> {
  const ids: string[] = []
  for (const user of row.users) {
    for (let index = 0; index < perUser; index++) ids.push(await cluster.connect(row, user))
  }
  const { rows } = await cluster.pool.query('select id, profile_id from account where id = any($1)', [ids])
  return rows.map(({ id, profile_id }) => ({ accountId: id, profileId: profile_id }))
}

/** Connects the accounts at which faults are played, and returns a client that uses them. */
export async function prepareClient(cluster: Cluster): Promise<Client> {
  const accounts = new Map<Network, { row: NetworkRow; connected: Connected[] }>()
  for (const network of faultyNetworks) {
    const [row] = networksNamed([network])
    if (!row) throw new Error(`${network} is not a network of these runs`)
    accounts.set(network, { row, connected: await connectAccounts(cluster, row, profilesPerUser[network]) })
  }
  let count = 0
  const send = async ({ network, request }: FaultPlan) => {
    const { row, connected = [] } = accounts.get(network) ?? {}
    const number = count++
    const { accountId, profileId } = connected[number % connected.length] ?? {}
    const [variant] = row?.variants ?? []
    const requests = {
      read: () => cluster.call('GET', `/posts?profileId=${profileId}&accountId=${accountId}`),
      refresh: () => cluster.call('POST', `/profiles/${profileId}/accounts/refresh`, {}),
      publish: () =>
        cluster.call('POST', '/posts', {
          ...{ platform: network, accountId },
          ...variant?.body(`watched ${number}`, cluster.samples),
        }),
    }
    await requests[request]().catch(() => null)
  }
  return {
    start(plan, everyMs) {
      const stopping = new AbortController()
      const open = new Set<Promise<void>>()
      const sending = (async () => {
        while (!stopping.signal.aborted) {
          const one = send(plan)
          open.add(one)
          one.finally(() => open.delete(one)).catch(() => {})
          await sleep(everyMs, undefined, { signal: stopping.signal }).catch(() => {})
        }
      })()
      return async () => {
        stopping.abort()
        await sending
        await Promise.all(open)
      }
    },
  }
}
