import { verdictOn } from '../calm.ts'
import { faultCount, matterOfTime } from '../check.ts'
import { type Cluster, startCluster } from '../cluster.ts'
import { judgeReplies } from '../journaled/reply-check.ts'
import { judgeSends, sendFaults } from '../journaled/send-check.ts'
import type { NetworkRow } from '../networks.ts'
import { seeded } from '../random.ts'
import { type RunOptions, type RunResult, stormThenCalm } from '../storm-and-calm.ts'
import { type EndedWrite, judgeWebhooks, type WebhookFaults } from './check-webhooks.ts'
import { createEndpoints, endEndpoints, type RunEndpoint, readWholeFeed, untilQuiet } from './endpoints.ts'
import { type Receivers, startReceivers } from './receivers.ts'
import { failingNetworks, planTasks, readHeldObjects } from './storm-tasks.ts'

export interface WebhookOptions extends RunOptions {
  /** Publishes, replies and messages together. */
  writes: number
  networks: readonly NetworkRow[]
}

export interface WebhookResult extends RunResult {
  faults: WebhookFaults
  /** Faults of the writes themselves, as the other runs find them. */
  writeFaults: number
  events: number
  /** Events by type, and deliveries that arrived by endpoint, every repetition counted. */
  types: Record<string, number>
  arrived: Record<string, number>
  /** What was still open at the end. */
  open: Record<string, number>
  dir: string
}

/** So that all retries of a delivery take minutes. */
const retryScale = '0.001'

async function readWrites(cluster: Cluster): Promise<(EndedWrite & { request_id: string })[]> {
  const { rows } = await cluster.pool.query(
    `select id, kind, account_id, status, provider_ids, request_id from external_write
    where kind in ('publish', 'comment.create', 'message.send')`,
  )
  return rows
}

async function readDelivered(cluster: Cluster): Promise<Map<string, Set<string>>> {
  const { rows } = await cluster.pool.query(
    "select endpoint_id, event_id from webhook_delivery where status = 'delivered'",
  )
  const byEndpoint = Map.groupBy(rows, ({ endpoint_id }) => String(endpoint_id))
  return new Map([...byEndpoint].map(([id, all]) => [id, new Set(all.map(({ event_id }) => String(event_id)))]))
}

async function judge(cluster: Cluster, receivers: Receivers, endpoints: readonly RunEndpoint[]) {
  const writes = await readWrites(cluster)
  const feed = await readWholeFeed(cluster)
  const succeeded = new Set(
    writes
      .filter(({ status, provider_ids }) => status === 'succeeded' && provider_ids.length > 0)
      .map(({ request_id }) => request_id.split('.')[0]),
  )
  const held = (await readHeldObjects(cluster)).filter(({ mark }) => succeeded.has(mark))
  const delivered = await readDelivered(cluster)
  const evidence = { writes, feed, held, endpoints, delivered, got: receivers.got }
  const types: Record<string, number> = {}
  for (const { type } of feed) types[type] = (types[type] ?? 0) + 1
  const arrived = Object.fromEntries(
    endpoints.map(({ name }) => [name, [...receivers.got(name).values()].reduce((sum, { times }) => sum + times, 0)]),
  )
  return { faults: judgeWebhooks(evidence), events: feed.length, types, arrived }
}

/** Writes of three kinds while everything around fails; then feed, journal, deliveries and networks are compared. */
export async function runWebhooks(options: WebhookOptions): Promise<WebhookResult> {
  const { seed, networks, gateways, workers, keep = false } = options
  const receivers = await startReceivers()
  const env = { WEBHOOK_ALLOWED_ORIGINS: 'http://127.0.0.1:*', WEBHOOK_RETRY_SCALE: retryScale }
  const cluster = await startCluster({ seed, gateways, workers, networks, keep, env })
  try {
    const endpoints = await createEndpoints(cluster, receivers)
    const tasks = await planTasks(cluster, { count: options.writes, networks, random: seeded(seed) })
    let begun = 0
    let ending: Promise<void> | undefined
    const storm = await stormThenCalm(cluster, options, {
      networks: failingNetworks(networks),
      tasks: tasks.all,
      perform: (task) => {
        begun++
        if (begun > tasks.all.length / 2) ending ??= endEndpoints(cluster, endpoints)
        return task()
      },
    })
    await ending
    const { calmDeadline, ...result } = storm
    const verdict = await verdictOn(cluster, tasks.orders)
    const ofReplies = await judgeReplies(cluster, tasks.replies)
    const ofSends = await judgeSends(cluster, tasks.sends, calmDeadline)
    const open = await untilQuiet(cluster, calmDeadline)
    const writeFaults = faultCount(verdict, matterOfTime) + faultCount(ofReplies, matterOfTime) + sendFaults(ofSends)
    return { ...result, ...(await judge(cluster, receivers, endpoints)), writeFaults, open, dir: cluster.dir }
  } finally {
    await cluster.close()
    await receivers.close()
  }
}
