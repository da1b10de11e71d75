import { setTimeout as sleep } from 'node:timers/promises'
import { catalogueRow, type ErrorCode } from '@carillon/errors'
import type { ApiResponse, Cluster } from './cluster.ts'
import type { NetworkRow, Variant } from './networks.ts'

/** One post that a customer wants published once, and what the customer was told of it. */
export interface Order {
  mark: string
  network: NetworkRow
  variant: Variant
  accountId: string
  /** Request ids under which it was sent; more than one only where the response said that a retry is safe. */
  requestIds: string[]
  /** Publishes that the API named to the customer. */
  publishIds: string[]
  /** The last error's code, where it ended with one. */
  rejection: string | null
  /** Whether one of its requests ended without a response. */
  withoutResponse: boolean
}

export function newOrder(order: Pick<Order, 'mark' | 'network' | 'variant' | 'accountId'>): Order {
  return { ...order, requestIds: [], publishIds: [], rejection: null, withoutResponse: false }
}

/** What a customer needs of an installation. */
type ClientSide = Pick<Cluster, 'call' | 'samples'>

const maxSends = 8
const timeoutMs = 45_000

/** What the catalogue tells a client to do with a code: only what is safe by its word is sent again. */
function safeToSendAgain(code: string): boolean {
  const { retry } = catalogueRow(code as ErrorCode)
  return retry === 'backoff' || retry === 'after'
}

async function sendOnce(cluster: ClientSide, order: Order): Promise<ApiResponse | null> {
  const requestId = `${order.mark}.${order.requestIds.length}`
  order.requestIds.push(requestId)
  const { platform } = order.network
  const body = { platform, accountId: order.accountId, ...order.variant.body(order.mark, cluster.samples) }
  const headers = { 'x-request-id': requestId }
  return cluster.call('POST', '/posts', body, { headers, timeoutMs }).catch(() => null)
}

/** The publish of a request without a response, found by its request id as the API documents. */
async function findByRequestId(cluster: ClientSide, requestId: string): Promise<string | null> {
  for (let tries = 0; tries < 40; tries++) {
    const path = `/posts/publishes?requestId=${requestId}`
    const response = await cluster.call('GET', path, undefined, { timeoutMs: 5_000 }).catch(() => null)
    if (response?.status === 200) return response.body.publishes[0]?.publishId ?? null
    await sleep(250)
  }
  return null
}

/** Publishes as a careful customer does: retries only where the response and the catalogue say that it is safe. */
export async function place(cluster: ClientSide, order: Order): Promise<void> {
  for (let sends = 0; sends < maxSends; sends++) {
    const response = await sendOnce(cluster, order)
    if (!response) {
      order.withoutResponse = true
      const publishId = await findByRequestId(cluster, order.requestIds.at(-1) ?? '')
      if (publishId) order.publishIds.push(publishId)
      return
    }
    if (response.status === 201 || response.status === 202) {
      order.publishIds.push(response.body.publishId)
      order.rejection = null
      return
    }
    const code: string = response.body?.error?.code ?? `status ${response.status}`
    order.rejection = code
    if (!safeToSendAgain(code)) return
    await sleep(200 + 200 * sends)
  }
}
