import { setTimeout as sleep } from 'node:timers/promises'
import { catalogueRow, type ErrorCode } from '@carillon/errors'
import { newOrder, type Order } from '../client.ts'
import { type ApiResponse, type Cluster, type Json, startCluster } from '../cluster.ts'
import type { NetworkRow } from '../networks.ts'
import { pick, seeded } from '../random.ts'
import { type RunOptions, type RunResult, stormThenCalm } from '../storm-and-calm.ts'
import { judgeReplies, type ReplyVerdict } from './reply-check.ts'

/** What the sandbox's journal calls the operations of a reply: those that cannot be taken back, and the others. */
const operations: Readonly<Record<string, Pick<NetworkRow, 'commits' | 'others'> & Partial<NetworkRow>>> = {
  instagram: { commits: ['comments.create'], others: ['comments.get', 'comments.replies'] },
  facebook: { commits: ['comments.create'], others: ['comments.get', 'comments.replies', 'comments.list'] },
  tiktok: {
    commits: ['comments.create'],
    others: ['comments.list', 'comments.replies'],
    // Accounts with comments enabled.
    users: ['lena.bakes', 'solo.dancer', 'tiny.studio'].map((as) => ({ as })),
  },
  youtube: { commits: ['comments.insert', 'commentThreads.insert'], others: ['comments.list', 'commentThreads.list'] },
}

/** A comment under which replies are written. */
export interface Thread {
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
  responses: string[]
}

export interface ReplyOptions extends RunOptions {
  replies: number
  networks: readonly NetworkRow[]
}

const threadsPerAccount = 4
const usersPerNetwork = 3
const maxSends = 6
const timeoutMs = 45_000

/** The networks among `networks` that have replies, with the operations of a reply. */
export function withReplies(networks: readonly NetworkRow[]): NetworkRow[] {
  return networks.flatMap((network) => {
    const own = operations[network.platform]
    return own ? [{ ...network, ...own }] : []
  })
}

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
export async function actAs(cluster: Cluster, act: string, body: object): Promise<Json> {
  const response = await cluster.sandbox('POST', `/person/${act}`, body)
  if (response.status >= 300) throw new Error(`${act} ${JSON.stringify(body)}: ${JSON.stringify(response.body)}`)
  return response.body
}

/** A post of each account with comments that others have written, all of them read once. */
export async function openThreads(cluster: Cluster, networks: readonly NetworkRow[]): Promise<Thread[]> {
  const threads: Thread[] = []
  for (const network of networks) {
    const { platform } = network
    for (const one of network.users.slice(0, usersPerNetwork)) {
      const accountId = await cluster.connect(network, one)
      const as = await ownerOf(cluster, network, accountId)
      const { id: postId } = await actAs(cluster, 'post', { network: platform, as, text: 'What do you think?' })
      const { ids } = await actAs(cluster, 'comment', { network: platform, on: postId, count: threadsPerAccount })
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
function meaningOf({ status, body }: ApiResponse): string {
  return body?.error?.details?.outcome ?? body?.error?.code ?? `status ${status}`
}

/** Whether sending it once more cannot make a second one, by the word of the response or the catalogue. */
function safeToSendAgain({ body }: ApiResponse): boolean {
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
    const response = await cluster.call('GET', '/profiles', undefined, { timeoutMs: 5_000 }).catch(() => null)
    if (response?.status === 200) return
    await sleep(100)
  }
}

/** Replies as a careful customer does, who sends again only what is safe to send again. */
export async function placeReply(cluster: Cluster, { order, thread, ids, responses }: Reply): Promise<void> {
  const { network, ...where } = thread
  for (let sends = 0; sends < maxSends; sends++) {
    const requestId = `${order.mark}.${sends}`
    order.requestIds.push(requestId)
    await untilServed(cluster)
    const body = { platform: network.platform, ...where, message: `Thank you ${order.mark}` }
    const headers = { 'x-request-id': requestId }
    const response = await cluster.call('POST', '/comments', body, { headers, timeoutMs }).catch(() => null)
    if (!response) {
      order.withoutResponse = true
      responses.push('no response')
      return
    }
    if (response.status === 201) {
      ids.push(response.body.comment.id)
      responses.push('posted')
      order.rejection = null
      return
    }
    order.rejection = meaningOf(response)
    responses.push(order.rejection)
    if (!safeToSendAgain(response)) return
    await sleep(200 + 400 * sends)
  }
}

export interface RepliesResult extends RunResult {
  verdict: ReplyVerdict
  dir: string
}

/** Replies while everything around fails, waits until it is calm, and judges the outcome. */
export async function runReplies(options: ReplyOptions): Promise<RepliesResult> {
  const { seed, gateways, workers, keep = false } = options
  const random = seeded(seed)
  const networks = withReplies(options.networks)
  const cluster = await startCluster({ seed, gateways, workers, networks, keep })
  try {
    const threads = await openThreads(cluster, networks)
    const tasks = Array.from({ length: options.replies }, (_, index): Reply => {
      const network = pick(random, networks)
      const thread = pick(
        random,
        threads.filter((one) => one.network === network),
      )
      const variant = { name: 'reply', body: () => ({}) }
      const order = newOrder({ mark: `no${index}z`, network, variant, accountId: thread.accountId })
      return { order, thread, ids: [], responses: [] }
    })
    const perform = (reply: Reply) => placeReply(cluster, reply)
    const result = await stormThenCalm(cluster, options, { networks, tasks, perform })
    return { ...result, verdict: await judgeReplies(cluster, tasks), dir: cluster.dir }
  } finally {
    await cluster.close()
  }
}
