import { randomUUIDv7 } from 'node:crypto'
import { type Event, sampleEvent } from '@carillon/contract'
import { insertDeliveries } from '@carillon/database'
import { type EventType, eventTypes, type KeyScope, type WebhookDelivery, type WebhookEndpoint } from '@carillon/domain'
import { startDeliveries } from '../../src/index.ts'
import type { Grant, Request } from '../../src/request.ts'
import { useCases } from '../../src/use-cases.ts'
import { type Harness, startHarness } from '../harness.ts'

type Id = Extract<keyof typeof useCases, `webhookEndpoints.${string}`>

export interface DeliveryHarness extends Harness {
  /** Calls an operation on endpoints with the key of the organization. */
  call(
    id: Id,
    input: { params?: object; query?: object; body?: object; scopes?: readonly KeyScope[] },
  ): Promise<unknown>
  create(body: object): Promise<WebhookEndpoint & { secret: string }>
  /** Stores events in the feed, with their deliveries, in one statement. Returns their ids. */
  raise(events: readonly { type: EventType; objectId?: string; profileId?: string | null }[]): Promise<string[]>
  deliveries(endpointId: string, query?: object): Promise<WebhookDelivery[]>
  /** Polls until the deliveries of an endpoint, newest first, are as wanted; rejects after five minutes. */
  untilDeliveries(endpointId: string, isWanted: (deliveries: WebhookDelivery[]) => boolean): Promise<WebhookDelivery[]>
  work(): ReturnType<typeof startDeliveries>
}

interface Feed {
  position: number
}

/** A service with endpoints on loopback. */
export async function startDeliveryHarness(
  overrides: Parameters<typeof startHarness>[0] = {},
  env: Record<string, string> = {},
): Promise<DeliveryHarness> {
  const harness = await startHarness(overrides, {
    WEBHOOK_ALLOWED_ORIGINS: 'http://127.0.0.1:*',
    WEBHOOK_RETRY_SCALE: '0',
    ...env,
  })
  const { context, organizationId } = harness
  const grant: Grant = { keyId: randomUUIDv7(), scopes: ['*' as const], scope: { organizationId, profileId: null } }
  const feed: Feed = { position: 0 }
  const working: ReturnType<typeof startDeliveries>[] = []

  async function call(id: Id, { params = {}, query = {}, body = {}, scopes }: Parameters<DeliveryHarness['call']>[1]) {
    const useCase = useCases[id] as (of: typeof context, request: object) => Promise<{ body?: unknown }>
    const own = scopes ? { ...grant, scopes } : grant
    const request: Partial<Request> = {
      grant: own,
      target: null,
      requestId: 'test',
      signal: new AbortController().signal,
    }
    return (await useCase(context, { ...request, input: { params, query, headers: {}, body } })).body
  }

  async function raise(events: Parameters<DeliveryHarness['raise']>[0]): Promise<string[]> {
    const rows = events.map(({ type, objectId, profileId = null }) => {
      const event: Event = sampleEvent(type, { id: randomUUIDv7(), timestamp: new Date().toISOString() })
      feed.position++
      return {
        ...{ position: feed.position, id: event.id, organization_id: organizationId, profile_id: profileId, type },
        ...{ object_type: eventTypes[type], object_id: objectId ?? event.object.id, sequence: feed.position },
        ...{ occurred_at: event.timestamp, truncated: false, data: event.data },
      }
    })
    await context.pool.query('create table if not exists event_default partition of event default')
    // In parts, as events come; a statement for all of them takes longer than one may on a busy machine.
    for (let from = 0; from < rows.length; from += 2_000) await store(rows.slice(from, from + 2_000))
    context.deliveryHint.give()
    return rows.map(({ id }) => id)
  }

  async function store(rows: object[]): Promise<void> {
    await context.pool.query(
      `with numbered as (
        insert into event (position, stored_at, id, organization_id, profile_id, type, object_type, object_id, sequence,
          occurred_at, truncated, data)
        select position, clock_timestamp(), id, organization_id, profile_id, type, object_type, object_id, sequence,
          occurred_at, truncated, data
        from json_to_recordset($1::json) as given (position bigint, id uuid, organization_id uuid, profile_id uuid,
          type text, object_type text, object_id text, sequence bigint, occurred_at timestamptz, truncated boolean,
          data json)
        returning *
      ) ${insertDeliveries(context.db).compile().sql}`,
      [JSON.stringify(rows)],
    )
  }

  async function deliveries(endpointId: string, query: object = { limit: 200 }): Promise<WebhookDelivery[]> {
    const page = await call('webhookEndpoints.deliveries.list', { params: { endpointId }, query })
    return (page as { deliveries: WebhookDelivery[] }).deliveries
  }

  return {
    ...harness,
    call,
    raise,
    deliveries,
    create: async (body) =>
      (await call('webhookEndpoints.create', { body })) as Awaited<ReturnType<DeliveryHarness['create']>>,
    async untilDeliveries(endpointId, isWanted) {
      for (const end = Date.now() + 300_000; ; ) {
        const found = await deliveries(endpointId)
        if (isWanted(found)) return found
        if (Date.now() > end) throw new Error(`deliveries are not as wanted: ${JSON.stringify(found)}`)
        await new Promise((done) => setTimeout(done, 10))
      }
    },
    work() {
      const started = startDeliveries(context)
      working.push(started)
      return started
    },
    async close() {
      await Promise.all(working.map((each) => each.close()))
      await harness.close()
    },
  }
}
