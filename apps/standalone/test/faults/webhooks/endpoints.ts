import { setTimeout as sleep } from 'node:timers/promises'
import type { ApiResponse, Cluster, Json } from '../cluster.ts'
import type { Receivers } from './receivers.ts'

/** Endpoints of the run: which events each takes, and how it ends in the middle of the run. */
const endpointRows = [
  { name: 'all', types: ['*'], ends: null },
  { name: 'flaky', types: ['*'], ends: null },
  { name: 'publishes', types: ['publish.*', 'post.deleted'], ends: null },
  { name: 'talk', types: ['comment.*', 'message.sent', 'message.failed'], ends: null },
  { name: 'disabled', types: ['*'], ends: 'disabled' },
  { name: 'deleted', types: ['*'], ends: 'deleted' },
] as const

type EndpointName = (typeof endpointRows)[number]['name']

export interface RunEndpoint {
  id: string
  name: EndpointName
  types: readonly string[]
  /** When the API said that it was disabled or deleted, in milliseconds since the epoch; null while it is enabled. */
  endedAt: number | null
}

/** Repeats a call that may be repeated until it gets one of the wanted statuses. */
async function insist(call: () => Promise<ApiResponse>, wanted: readonly number[]): Promise<ApiResponse> {
  for (;;) {
    const response = await call().catch(() => null)
    if (response && wanted.includes(response.status)) return response
    await sleep(200)
  }
}

export async function createEndpoints(cluster: Cluster, receivers: Receivers): Promise<RunEndpoint[]> {
  const endpoints: RunEndpoint[] = []
  for (const { name, types } of endpointRows) {
    const { status, body } = await cluster.call('POST', '/webhook-endpoints', { url: receivers.urlOf(name), types })
    if (status !== 201) throw new Error(`endpoint ${name}: ${JSON.stringify(body)}`)
    endpoints.push({ id: body.id, name, types, endedAt: null })
  }
  return endpoints
}

/** Disables and deletes the endpoints that end in the middle of the run. */
export async function endEndpoints(cluster: Cluster, endpoints: readonly RunEndpoint[]): Promise<void> {
  for (const endpoint of endpoints) {
    const ends = endpointRows.find(({ name }) => name === endpoint.name)?.ends
    const path = `/webhook-endpoints/${endpoint.id}`
    if (ends === 'disabled') await insist(() => cluster.call('PATCH', path, { enabled: false }), [200])
    else if (ends === 'deleted') await insist(() => cluster.call('DELETE', path), [200, 404])
    else continue
    endpoint.endedAt = Date.now()
  }
}

/** Everything that is in the feed, read as a client reads it. */
export async function readWholeFeed(cluster: Cluster): Promise<Json[]> {
  const events: Json[] = []
  let query = 'limit=200'
  for (;;) {
    const path = `/events?${query}`
    const { body } = await insist(() => cluster.call('GET', path), [200])
    events.push(...body.events)
    if (!body.hasMore) return events
    query = `limit=200&cursor=${encodeURIComponent(body.cursor)}`
  }
}

const openWork = `select
  (select count(*) from event_outbox)::int as outbox,
  (select count(*) from webhook_event where processed_at is null)::int as pushed,
  (select count(*) from external_write where wake_at is not null)::int as writes,
  (select count(*) from webhook_delivery d join webhook_endpoint e on e.id = d.endpoint_id
    where d.status = 'pending' and e.status = 'enabled')::int as deliveries`

/** Waits until nothing is open any more, twice in a row, or until a time. Returns what is open then. */
export async function untilQuiet(cluster: Cluster, until: number): Promise<Record<string, number>> {
  for (let quiet = 0; ; ) {
    const { rows } = await cluster.pool.query(openWork)
    const isQuiet = Object.values<number>(rows[0]).every((count) => count === 0)
    quiet = isQuiet ? quiet + 1 : 0
    if (quiet === 2 || Date.now() > until) return rows[0]
    await sleep(1_000)
  }
}
