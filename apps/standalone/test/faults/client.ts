import { setTimeout as sleep } from 'node:timers/promises'
import { catalogueRow, type ErrorCode } from '@carillon/errors'
import type { Answer, Cluster } from './cluster.ts'
import type { NetworkRow, Variant } from './networks.ts'

/** One post that a customer wants published once, and what the customer was told of it. */
export interface Order {
  mark: string
  network: NetworkRow
  variant: Variant
  accountId: string
  /** Request ids under which it was sent; more than one only where the answer said that sending again is safe. */
  requestIds: string[]
  /** Publishes that the API named to the customer. */
  publishIds: string[]
  /** The last error's code, where it ended with one. */
  rejection: string | null
  /** Whether some request of it ended without any answer. */
  unanswered: boolean
}

export function newOrder(order: Pick<Order, 'mark' | 'network' | 'variant' | 'accountId'>): Order {
  return { ...order, requestIds: [], publishIds: [], rejection: null, unanswered: false }
}

const mostSends = 8
const timeoutMs = 45_000

/** What the catalogue tells a client to do with a code: only what is safe by its word is sent again. */
function safeToSendAgain(code: string): boolean {
  const { retry } = catalogueRow(code as ErrorCode)
  return retry === 'backoff' || retry === 'after'
}

async function sendOnce(cluster: Cluster, order: Order): Promise<Answer | null> {
  const requestId = `${order.mark}.${order.requestIds.length}`
  order.requestIds.push(requestId)
  const { platform } = order.network
  const body = { platform, accountId: order.accountId, ...order.variant.body(order.mark, cluster.samples) }
  const headers = { 'x-request-id': requestId }
  return cluster.call('POST', '/posts', body, { headers, timeoutMs }).catch(() => null)
}

/** What became of a request without an answer, as the API documents to ask: by its own id. */
async function askByRequest(cluster: Cluster, requestId: string): Promise<string | null> {
  for (let tries = 0; tries < 40; tries++) {
    const path = `/posts/publishes?requestId=${requestId}`
    const answer = await cluster.call('GET', path, undefined, { timeoutMs: 5_000 }).catch(() => null)
    if (answer?.status === 200) return answer.body.publishes[0]?.publishId ?? null
    await sleep(250)
  }
  return null
}

/** Publishes as a careful customer does: by what the answers and the catalogue say, never by hope. */
export async function place(cluster: Cluster, order: Order): Promise<void> {
  for (let sends = 0; sends < mostSends; sends++) {
    const answer = await sendOnce(cluster, order)
    if (!answer) {
      order.unanswered = true
      const publishId = await askByRequest(cluster, order.requestIds.at(-1) ?? '')
      if (publishId) order.publishIds.push(publishId)
      return
    }
    if (answer.status === 201 || answer.status === 202) {
      order.publishIds.push(answer.body.publishId)
      order.rejection = null
      return
    }
    const code: string = answer.body?.error?.code ?? `status ${answer.status}`
    order.rejection = code
    if (!safeToSendAgain(code)) return
    await sleep(200 + 200 * sends)
  }
}
