import { createHmac } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Cluster, startCluster } from './cluster.ts'
import { pick, seeded } from './random.ts'

export interface DeliveryOptions {
  seed: number
  /** Messages that customers write, each in a webhook of its own. */
  messages: number
  gatewayKills: number
  workerKills: number
  pgRestarts: number
  /** How long in ms the database is away once, half way through; 0: not at all. */
  outageMs: number
}

export interface DeliveryResult {
  /** Webhooks that were responded to with 200 at last; all of them. */
  delivered: number
  /** Requests, those included that failed and were sent again. */
  attempts: number
  /** Responses by status; `none` where a gateway died before it had responded. */
  responses: Record<string, number>
  /** How long it took until the last one was taken. */
  seconds: number
  /** Messages that are stored, and those of them that the API lists. */
  stored: number
  listed: number
  lost: string[]
  doubled: string[]
}

/** Sends a webhook again until the response is 200, as the network does. */
export async function deliver(url: string, secret: string, { body, responses }: Sent): Promise<void> {
  const signature = `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`
  const headers = { 'content-type': 'application/json', 'x-hub-signature-256': signature }
  for (;;) {
    const status = await fetch(url, { method: 'POST', headers, body, signal: AbortSignal.timeout(10_000) }).then(
      (response) => String(response.status),
      () => 'none',
    )
    responses[status] = (responses[status] ?? 0) + 1
    if (status === '200') return
    await sleep(50)
  }
}

interface Sent {
  body: string
  responses: DeliveryResult['responses']
}

/** A webhook with one message to the number. */
export function bodyOf(numberId: string, id: string): string {
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

async function injectFaults(cluster: Cluster, options: DeliveryOptions, progress: () => number): Promise<void> {
  const random = seeded(options.seed)
  const faults = [
    ...Array(options.gatewayKills).fill(() => pick(random, cluster.gateways).kill()),
    ...Array(options.workerKills).fill(() => pick(random, cluster.workers).kill()),
    ...Array(options.pgRestarts).fill(() => cluster.postgres.crash()),
  ]
    .map((inject: () => Promise<void> | void) => ({ inject, at: random() }))
    .sort((one, other) => one.at - other.at)
    .map(({ inject }) => inject)
  if (options.outageMs > 0) faults.splice(faults.length / 2, 0, () => cluster.postgres.crash(options.outageMs))
  for (const [index, inject] of faults.entries()) {
    while (progress() < (index + 0.5) / faults.length) await sleep(10)
    await inject()
  }
}

/**
 * Customers write while gateways and workers are killed and the database crashes. Every webhook is sent until it gets its
 * 200; then every message has to be stored exactly once.
 */
export async function runDelivery(options: DeliveryOptions): Promise<DeliveryResult> {
  const cluster = await startCluster({ seed: options.seed, gateways: 2, workers: 2, networks: [] })
  try {
    const { accountId, numberId } = await connectNumber(cluster)
    const secret = String(cluster.env['WHATSAPP_CLIENT_SECRET'])
    const ids = Array.from({ length: options.messages }, (_, index) => `wamid.${options.seed}.${index}`)
    const began = Date.now()
    const url = `${cluster.env['PUBLIC_URL']}/webhooks/whatsapp`
    const responses: DeliveryResult['responses'] = {}
    let delivered = 0
    const waiting = [...ids]
    const senders = Array.from({ length: 16 }, async () => {
      for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
        await deliver(url, secret, { body: bodyOf(numberId, id), responses })
        delivered++
      }
    })
    await Promise.all([...senders, injectFaults(cluster, options, () => delivered / options.messages)])
    const seconds = (Date.now() - began) / 1000
    const stored = Map.groupBy(await listStored(cluster, accountId), (id) => id)
    const { body } = await cluster.call('GET', `/messages?accountId=${accountId}`)
    return {
      delivered,
      attempts: Object.values(responses).reduce((sum, times) => sum + times, 0),
      responses,
      seconds: Math.round(seconds),
      stored: stored.size,
      listed: body.messages.length,
      lost: ids.filter((id) => !stored.has(id)),
      doubled: ids.filter((id) => (stored.get(id)?.length ?? 0) > 1),
    }
  } finally {
    await cluster.close()
  }
}

/** What is stored once every event that was taken has been processed. The API lists the newest 10,000 alone. */
async function listStored(cluster: Cluster, accountId: string): Promise<string[]> {
  for (;;) {
    const { rows } = await cluster.pool
      .query<{ open: number }>('select count(*)::int as open from webhook_event where processed_at is null')
      .catch(() => ({ rows: [] }))
    if (rows[0]?.open === 0) break
    await sleep(100)
  }
  return storedOf(cluster, accountId)
}

/** The network's ids of all messages that are stored of an account. */
export async function storedOf(cluster: Cluster, accountId: string): Promise<string[]> {
  const { rows } = await cluster.pool.query<{ provider_id: string }>(
    'select provider_id from message where account_id = $1',
    [accountId],
  )
  return rows.map(({ provider_id }) => provider_id)
}
