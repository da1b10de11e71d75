import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { settle } from '../calm.ts'
import { startAdvertiser } from '../campaigns/run-campaigns.ts'
import { type Cluster, type Json, startCluster } from '../cluster.ts'
import { actAs, openThreads } from '../journaled/replies.ts'
import { openChats } from '../journaled/sends.ts'
import { networksNamed } from '../networks.ts'
import { pick, seeded } from '../random.ts'
import type { Told, WriteName } from './fault-client.ts'
import { faultClients } from './fault-clients.ts'
import { type FaultyProxy, startFaultyProxy } from './faulty-proxy.ts'

export interface ClientsOptions {
  seed: number
  /** Writes of each client. */
  writes: number
  clients: readonly string[]
  /** The kinds of writes, taken in turn. */
  kinds: readonly WriteName[]
  customers: number
  /** How often a gateway is killed. */
  kills: number
  /** After this time, no write is begun any more. */
  maxMs: number
  maxCalmMs: number
}

/** A user of the network that starts quickly may publish a few dozen times a day; of the other one there is no limit. */
const maxOnFirst = 400

interface Task {
  mark: string
  client: string
  write: WriteName
  told: Told | null
}

export interface ClientsResult {
  /** By client, write and what was told. */
  told: Record<string, number>
  exchanges: number
  proxyFaults: FaultyProxy['counts']
  kills: number
  /** Writes that were not begun in the time. */
  notBegun: number
  faults: Record<'doubled' | 'lost' | 'falselyFailed' | 'unnamed', string[]>
}

type Bodies = Record<WriteName, (mark: string) => Promise<object>>

/** The body of each kind of write, which carries its mark. */
async function openBodies(cluster: Cluster, platform: string, random: () => number): Promise<Bodies> {
  const [publishing] = networksNamed([platform])
  const [facebook] = networksNamed(['facebook'])
  if (!publishing || !facebook) throw new Error('a network is missing')
  const accounts: string[] = []
  for (const user of publishing.users) accounts.push(await cluster.connect(publishing, user))
  const threads = await openThreads(cluster, [facebook])
  const chats = await openChats(cluster)
  const { accountId, adAccountIds } = await startAdvertiser(cluster, facebook)
  return {
    publish: async (mark) => ({ platform, accountId: pick(random, accounts), text: mark }),
    async reply(mark) {
      const { network, ...where } = pick(random, threads)
      return { platform: network.platform, ...where, message: `Thank you ${mark}` }
    },
    async message(mark) {
      const { recipient, ...chat } = pick(
        random,
        chats.filter(({ platform }) => platform === 'facebook'),
      )
      return { ...chat, recipient, text: `On its way: ${mark}` }
    },
    async campaign(mark) {
      const post = { network: 'facebook', as: 'Ferrer Cycling', text: 'Rye on Friday' }
      const { id } = await actAs(cluster, 'post', post)
      const campaign = { name: mark, dailyBudget: 5_000, countries: ['US'], postIds: [id] }
      return { accountId, adAccountId: pick(random, adAccountIds), ...campaign }
    },
  }
}

/** How often the networks hold each mark. */
async function readHeld(cluster: Cluster, platform: string): Promise<Map<string, number>> {
  const stateOf = async (network: string): Promise<Json> => (await cluster.sandbox('GET', `/state/${network}`)).body
  const { posts } = await stateOf(platform)
  const facebook = await stateOf('facebook')
  const campaigns = facebook.campaigns ?? facebook.ads?.campaigns ?? []
  const texts: string[] = [
    ...[...posts, ...facebook.comments, ...facebook.messages].map(({ text }: Json) => text ?? ''),
    ...campaigns.map(({ name }: Json) => name ?? ''),
  ]
  const held = new Map<string, number>()
  for (const text of texts) {
    const mark = /\bno\d+z\b/.exec(text)?.[0]
    if (mark) held.set(mark, (held.get(mark) ?? 0) + 1)
  }
  return held
}

function judge(tasks: readonly Task[], held: ReadonlyMap<string, number>): Pick<ClientsResult, 'told' | 'faults'> {
  const told: Record<string, number> = {}
  const faults: ClientsResult['faults'] = { doubled: [], lost: [], falselyFailed: [], unnamed: [] }
  for (const { mark, client, write, told: said } of tasks) {
    const { end, detail } = said ?? { end: 'not sent', detail: 'nothing' }
    const count = held.get(mark) ?? 0
    const name = `${client} ${write} ${end}${end === 'published' || end === 'unknown' ? '' : ` (${detail})`}`
    told[name] = (told[name] ?? 0) + 1
    const found = `${mark} ${name}: the network has ${count}`
    if (count > 1) faults.doubled.push(found)
    if (end === 'published' && count === 0) faults.lost.push(found)
    if (end !== 'published' && end !== 'unknown' && count > 0) faults.falselyFailed.push(found)
    if (end === 'unknown' && detail === '') faults.unnamed.push(found)
  }
  return { told, faults }
}

/** Clients write through a proxy that fails while gateways are killed; then nothing may be there twice. */
export async function runClients(options: ClientsOptions): Promise<ClientsResult> {
  const { seed, writes, clients, kinds, customers, kills, maxMs, maxCalmMs } = options
  const random = seeded(seed)
  const platform = clients.length * writes > maxOnFirst ? 'bluesky' : 'x'
  const networks = networksNamed([platform, 'facebook'])
  const cluster = await startCluster({ seed, gateways: 2, workers: 1, networks })
  try {
    const bodies = await openBodies(cluster, platform, random)
    const { apiKey } = JSON.parse(await readFile(join(cluster.dir, 'organization.json'), 'utf8'))
    const port = Number(new URL(String(cluster.env['PUBLIC_URL'])).port)
    const proxy = await startFaultyProxy({ port, random: seeded(seed + 1), share: 0.3, maxDelayMs: 25_000 })
    const senders = new Map(
      clients.map((name) => [name, faultClients[name]?.({ url: proxy.url, apiKey, dir: cluster.dir })]),
    )
    const tasks = Array.from({ length: writes }, (_, index) =>
      clients.map((client, at): Task => {
        const write = kinds[index % kinds.length] ?? 'publish'
        return { mark: `no${at * writes + index}z`, client, write, told: null }
      }),
    ).flat()
    let begun = 0
    const waiting = tasks.values()
    const end = Date.now() + maxMs
    const customer = async () => {
      for (const task of waiting) {
        if (Date.now() > end) return
        begun++
        const body = await bodies[task.write](task.mark)
        task.told = (await senders.get(task.client)?.(task.write, body)) ?? null
        if (begun > (killed + 0.5) * (tasks.length / (kills + 1)) && killed < kills) {
          cluster.gateways[killed++ % cluster.gateways.length]?.kill()
        }
      }
    }
    let killed = 0
    await Promise.all(Array.from({ length: customers }, customer))
    proxy.calm()
    await settle(cluster, maxCalmMs)
    const verdict = judge(tasks.slice(0, begun), await readHeld(cluster, platform))
    await proxy.close()
    const [exchanges, notBegun] = [proxy.exchanges(), tasks.length - begun]
    return { ...verdict, exchanges, proxyFaults: proxy.counts, kills: killed, notBegun }
  } finally {
    await cluster.close()
  }
}
