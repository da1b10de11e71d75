import { createHmac } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Cluster, type Json, startCluster } from './cluster.ts'
import { pick, seeded } from './random.ts'

export interface DeliveryOptions {
  seed: number
  /** Messages that customers write, each in a webhook of its own. */
  messages: number
  gatewayKills: number
  workerKills: number
  pgRestarts: number
}

export interface DeliveryResult {
  /** Webhooks that were responded to with 200 at last; all of them. */
  delivered: number
  /** Requests, those included that failed and were sent again. */
  attempts: number
  lost: string[]
  doubled: string[]
}

/** Sends a webhook again until the response is 200, as the network does. */
async function deliver(cluster: Cluster, secret: string, body: string): Promise<number> {
  const signature = `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`
  const headers = { 'content-type': 'application/json', 'x-hub-signature-256': signature }
  for (let attempts = 1; ; attempts++) {
    const url = `${cluster.env['PUBLIC_URL']}/webhooks/whatsapp`
    const status = await fetch(url, { method: 'POST', headers, body, signal: AbortSignal.timeout(10_000) }).then(
      (response) => response.status,
      () => null,
    )
    if (status === 200) return attempts
    await sleep(50)
  }
}

function bodyOf(numberId: string, id: string): string {
  const message = { from: '16505551234', id, timestamp: '1795250000', type: 'text', text: { body: id } }
  const value = { messaging_product: 'whatsapp', metadata: { phone_number_id: numberId }, messages: [message] }
  return JSON.stringify({
    object: 'whatsapp_business_account',
    entry: [{ id: '1', changes: [{ field: 'messages', value }] }],
  })
}

async function connectNumber(cluster: Cluster): Promise<{ accountId: string; numberId: string }> {
  const profile = await cluster.call('POST', '/profiles', { name: 'Bakery' })
  const started = await cluster.call('POST', `/profiles/${profile.body.id}/whatsapp-signup`, {})
  const { authorizationUrl, connectionSessionId } = started.body
  await cluster.sandbox('POST', '/person/consent', { authorizationUrl, decision: 'approve' })
  const session = await cluster.call('GET', `/profiles/${profile.body.id}/connect/${connectionSessionId}`)
  const accountId = session.body.accountIds[0]
  const account = await cluster.call('GET', `/profiles/${profile.body.id}/accounts/${accountId}`)
  return { accountId, numberId: account.body.providerId }
}

async function disturb(cluster: Cluster, options: DeliveryOptions, progress: () => number): Promise<void> {
  const random = seeded(options.seed)
  const deeds = [
    ...Array(options.gatewayKills).fill(() => pick(random, cluster.gateways).kill()),
    ...Array(options.workerKills).fill(() => pick(random, cluster.workers).kill()),
    ...Array(options.pgRestarts).fill(() => cluster.postgres.crash()),
  ] as (() => Promise<void> | void)[]
  for (const [index, deed] of deeds.entries()) {
    while (progress() < (index + 0.5) / deeds.length) await sleep(10)
    await deed()
  }
}

/**
 * Customers write while gateways and workers are killed and the database crashes. Every webhook is sent until it gets its
 * 200; then every message has to be listed exactly once.
 */
export async function runDelivery(options: DeliveryOptions): Promise<DeliveryResult> {
  const cluster = await startCluster({ seed: options.seed, gateways: 2, workers: 2, networks: [] })
  try {
    const { accountId, numberId } = await connectNumber(cluster)
    const secret = String(cluster.env['WHATSAPP_CLIENT_SECRET'])
    const ids = Array.from({ length: options.messages }, (_, index) => `wamid.${options.seed}.${index}`)
    let attempts = 0
    let delivered = 0
    const waiting = [...ids]
    const senders = Array.from({ length: 16 }, async () => {
      for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
        const needed = await deliver(cluster, secret, bodyOf(numberId, id))
        attempts += needed
        delivered++
      }
    })
    await Promise.all([...senders, disturb(cluster, options, () => delivered / options.messages)])
    const listed = await listAll(cluster, accountId, ids.length)
    const count = (id: string) => listed.filter((each) => each === id).length
    return {
      delivered,
      attempts,
      lost: ids.filter((id) => count(id) === 0),
      doubled: ids.filter((id) => count(id) > 1),
    }
  } finally {
    await cluster.close()
  }
}

/** What is listed once every event that was taken has been processed. */
async function listAll(cluster: Cluster, accountId: string, wanted: number): Promise<string[]> {
  for (;;) {
    const { rows } = await cluster.pool
      .query<{ open: number }>('select count(*)::int as open from webhook_event where processed_at is null')
      .catch(() => ({ rows: [] }))
    const { status, body } = await cluster
      .call('GET', `/messages?accountId=${accountId}`)
      .catch(() => ({ status: 0, body: null }))
    const messages: Json[] = status === 200 ? body.messages : []
    if (rows[0]?.open === 0 && (messages.length >= wanted || status === 200)) {
      return messages.map(({ providerId }) => providerId)
    }
    await sleep(100)
  }
}
