import { setTimeout as sleep } from 'node:timers/promises'
import { catalogueRow, type ErrorCode } from '@carillon/errors'
import { settle } from '../calm.ts'
import { newOrder, type Order } from '../client.ts'
import { type Answer, type Cluster, type Json, startCluster } from '../cluster.ts'
import { type Deeds, type Plan, rage } from '../nemesis.ts'
import { playedFaults, startFaults } from '../network-faults.ts'
import type { NetworkRow } from '../networks.ts'
import { pick, seeded } from '../random.ts'
import { judgeReplies, type ReplyVerdict } from './reply-check.ts'

/** What the sandbox's journal calls the operations of a reply: those that cannot be taken back, and the others. */
const operations: Readonly<Record<string, Pick<NetworkRow, 'commits' | 'others'> & Partial<NetworkRow>>> = {
  instagram: { commits: ['comments.create'], others: ['comments.get', 'comments.replies'] },
  facebook: { commits: ['comments.create'], others: ['comments.get', 'comments.replies', 'comments.list'] },
  tiktok: {
    commits: ['comments.create'],
    others: ['comments.list', 'comments.replies'],
    // Those who have comments turned on.
    people: ['lena.bakes', 'solo.dancer', 'tiny.studio'].map((as) => ({ as })),
  },
  youtube: { commits: ['comments.insert', 'commentThreads.insert'], others: ['comments.list', 'commentThreads.list'] },
}

/** A comment under which replies are written. */
interface Thread {
  network: NetworkRow
  accountId: string
  postId: string
  parentId: string
}

/** One reply that a customer wants posted once. */
export interface Reply {
  order: Order
  thread: Thread
  /** Ids that 201 responses named. */
  ids: string[]
  /** What the customer was told, in order: 201, an outcome, a code, or nothing at all. */
  told: string[]
}

export interface ReplyOptions {
  seed: number
  replies: number
  plan: Plan
  networks: readonly NetworkRow[]
  gateways: number
  workers: number
  customers: number
  networkFaults: number
  longestCalmMs: number
  keep?: boolean
}

const threadsPerAccount = 4
const peoplePerNetwork = 3
const maxSends = 6
const timeoutMs = 45_000

export const replyNetworks = Object.keys(operations)

/** The name under which the sandbox knows the owner of an account. */
async function ownerOf(cluster: Cluster, { platform }: NetworkRow, accountId: string): Promise<string> {
  const { rows } = await cluster.pool.query('select * from account where id = $1', [accountId])
  const [account] = rows
  if (platform === 'facebook') return account.display_name
  const { body } = await cluster.sandbox('GET', `/state/${platform}`)
  const owner = body.accounts.find((one: Json) => Object.values(one).includes(account.provider_id))
  return owner?.handle ?? account.display_identifier
}

/** An act of somebody in the network's own app. */
export async function person(cluster: Cluster, act: string, body: object): Promise<Json> {
  const answer = await cluster.sandbox('POST', `/person/${act}`, body)
  if (answer.status >= 300) throw new Error(`${act} ${JSON.stringify(body)}: ${JSON.stringify(answer.body)}`)
  return answer.body
}

/** A post of each account with comments that others have written, all of them read once. */
async function openThreads(cluster: Cluster, networks: readonly NetworkRow[]): Promise<Thread[]> {
  const threads: Thread[] = []
  for (const network of networks) {
    const { platform } = network
    for (const one of network.people.slice(0, peoplePerNetwork)) {
      const accountId = await cluster.connect(network, one)
      const as = await ownerOf(cluster, network, accountId)
      const { id: postId } = await person(cluster, 'post', { network: platform, as, text: 'What do you think?' })
      const { ids } = await person(cluster, 'comment', { network: platform, on: postId, count: threadsPerAccount })
      const { status, body } = await cluster.call(
        'GET',
        `/comments?${new URLSearchParams({ platform, accountId, postId })}`,
      )
      if (status !== 200) throw new Error(`comments of ${platform}: ${JSON.stringify(body)}`)
      threads.push(...ids.map((parentId: string) => ({ network, accountId, postId, parentId })))
    }
  }
  return threads
}

/** What an error response says of the reply: its outcome where it has one, else its code. */
function meaningOf({ status, body }: Answer): string {
  return body?.error?.details?.outcome ?? body?.error?.code ?? `status ${status}`
}

/** Whether sending it once more cannot make a second one, by the word of the response or the catalogue. */
function safeToSendAgain({ body }: Answer): boolean {
  const outcome = body?.error?.details?.outcome
  if (outcome !== undefined) return outcome === 'not_posted'
  const code: string | undefined = body?.error?.code
  if (code === undefined) return false
  const { retry } = catalogueRow(code as ErrorCode)
  return retry === 'backoff' || retry === 'after'
}

/** Until some gateway responds; a reply sent to none of them would try nothing. */
export async function untilServed(cluster: Cluster): Promise<void> {
  for (;;) {
    const answer = await cluster.call('GET', '/profiles', undefined, { timeoutMs: 5_000 }).catch(() => null)
    if (answer?.status === 200) return
    await sleep(100)
  }
}

/** Replies as a careful customer does, who sends again only what is safe to send again. */
async function placeReply(cluster: Cluster, { order, thread, ids, told }: Reply): Promise<void> {
  const { network, ...where } = thread
  for (let sends = 0; sends < maxSends; sends++) {
    const requestId = `${order.mark}.${sends}`
    order.requestIds.push(requestId)
    await untilServed(cluster)
    const body = { platform: network.platform, ...where, message: `Thank you ${order.mark}` }
    const headers = { 'x-request-id': requestId }
    const answer = await cluster.call('POST', '/comments', body, { headers, timeoutMs }).catch(() => null)
    if (!answer) {
      order.unanswered = true
      told.push('no response')
      return
    }
    if (answer.status === 201) {
      ids.push(answer.body.comment.id)
      told.push('posted')
      order.rejection = null
      return
    }
    order.rejection = meaningOf(answer)
    told.push(order.rejection)
    if (!safeToSendAgain(answer)) return
    await sleep(200 + 400 * sends)
  }
}

export interface RepliesResult {
  verdict: ReplyVerdict
  deeds: Deeds
  played: Record<string, number>
  stormSeconds: number
  calmSeconds: number
  dir: string
}

/** Replies while everything around fails, waits until it is calm, and tells what came of it. */
export async function runReplies(options: ReplyOptions): Promise<RepliesResult> {
  const { seed, gateways, workers, customers, plan, keep = false } = options
  const random = seeded(seed)
  const networks = options.networks.flatMap((network) => {
    const own = operations[network.platform]
    return own ? [{ ...network, ...own }] : []
  })
  const cluster = await startCluster({ seed, gateways, workers, networks, keep })
  try {
    const threads = await openThreads(cluster, networks)
    const replies = Array.from({ length: options.replies }, (_, index): Reply => {
      const network = pick(random, networks)
      const thread = pick(
        random,
        threads.filter((one) => one.network === network),
      )
      const variant = { name: 'reply', body: () => ({}) }
      const order = newOrder({ mark: `no${index}z`, network, variant, accountId: thread.accountId })
      return { order, thread, ids: [], told: [] }
    })
    await startFaults(cluster, networks, options.networkFaults)
    const started = Date.now()
    let begun = 0
    const customer = async () => {
      for (let reply = replies[begun++]; reply; reply = replies[begun++]) await placeReply(cluster, reply)
    }
    const raging = rage(cluster, plan, seeded(seed + 1), () => begun / replies.length)
    await Promise.all(Array.from({ length: customers }, customer))
    const deeds = await raging
    const stormSeconds = (Date.now() - started) / 1000
    const played = await playedFaults(cluster, networks)
    await cluster.sandbox('DELETE', '/faults')
    const calmFrom = Date.now()
    await settle(cluster, options.longestCalmMs)
    const calmSeconds = (Date.now() - calmFrom) / 1000
    return { verdict: await judgeReplies(cluster, replies), deeds, played, stormSeconds, calmSeconds, dir: cluster.dir }
  } finally {
    await cluster.close()
  }
}
