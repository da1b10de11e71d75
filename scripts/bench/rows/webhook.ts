import { createHmac } from 'node:crypto'
import type { BenchChild } from '../child.ts'
import type { Installation } from '../installation.ts'
import { processorTime, serverOf } from '../machine.ts'
import { figureOf, interleave, type Row, ratios } from '../measure.ts'
import type { LoadResult } from '../process/load.ts'
import type { Offered, OfferResult } from '../process/offer.ts'

const secret = 'bench'
const rounds = 5
const load = { method: 'POST', connections: 32, seconds: 3 } as const
const offered = { perSecond: 2_000, seconds: 6, connections: 64 }
/** Before processes have compiled what they run. */
const warmUp = { ...offered, seconds: 3 }

/**
 * A status as the network reports it.
 * @see https://developers.facebook.com/documentation/business-messaging/whatsapp/webhooks/reference/messages/status (read 2026-11-20)
 */
const body = JSON.stringify({
  object: 'whatsapp_business_account',
  entry: [
    {
      id: '102290129340398',
      changes: [
        {
          field: 'messages',
          value: {
            messaging_product: 'whatsapp',
            metadata: { display_phone_number: '15550783881', phone_number_id: '106540352242922' },
            statuses: [
              {
                id: 'wamid.HBgLMTY1MDM4Nzk0MzkVAgARGBI3MTE5MjVBOTE3MDk5QUVFM0YA',
                status: 'delivered',
                timestamp: '1750263773',
                recipient_id: '16505551234',
                biz_opaque_callback_data: '0199d1b2-ffff-7000-8000-000000000000',
                pricing: { billable: true, pricing_model: 'PMP', category: 'utility', type: 'regular' },
              },
            ],
          },
        },
      ],
    },
  ],
})

const headers = {
  'content-type': 'application/json',
  'x-hub-signature-256': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
}

/** What was taken leaves the database before the next row. */
async function forget({ context }: Installation): Promise<void> {
  await context.pool.query('truncate webhook_event')
  await context.pool.query('delete from graphile_worker._private_jobs')
}

/** Offers events at a steady rate: what became of them, and what each took of the processors. */
async function offerEvents(
  { context }: Installation,
  { gateway, client }: { gateway: BenchChild; client: BenchChild },
  rate: Pick<Offered, 'perSecond' | 'seconds' | 'connections'>,
) {
  const server = await serverOf(context)
  const spent = async () => ({
    gateway: await gateway.ask<number>('cpu'),
    database: processorTime(server),
    client: await client.ask<number>('cpu'),
  })
  const before = await spent()
  const url = `${gateway.ready['url']}/webhooks/whatsapp`
  const result = await client.ask<OfferResult>('offer', { ...rate, url, method: 'POST', headers, body })
  const after = await spent()
  const each = (name: keyof typeof before) => ((after[name] - before[name]) * 1000) / (rate.perSecond * rate.seconds)
  return { ...result, gateway: each('gateway'), database: each('database'), client: each('client') }
}

export const webhook: Row = {
  id: 'webhook',
  about: 'events that are checked, stored and queued before their 200, against the same route without a database',
  bars: [
    { figure: 'of the route without a database', unit: '×', atLeast: 0.4 },
    { figure: 'stored and queued', unit: 'events/s' },
    { figure: 'without a database', unit: 'events/s' },
    { figure: `p99 at ${offered.perSecond} a second`, unit: 'ms', atMost: 50 },
    { figure: `p50 at ${offered.perSecond} a second`, unit: 'ms' },
    { figure: `taken of ${offered.perSecond} a second`, unit: 'events/s', atLeast: 0.98 * offered.perSecond },
    { figure: 'processor time, gateway', unit: 'µs' },
    { figure: 'processor time, database', unit: 'µs' },
    { figure: 'processor time, sender', unit: 'µs' },
  ],
  async run(installation) {
    const env = { WHATSAPP_CLIENT_SECRET: secret }
    const [stored, bare, client] = await Promise.all([
      installation.start('gateway', env),
      installation.start('gateway', { ...env, BENCH_INTAKE: 'none' }),
      installation.start('load'),
    ])
    const send = async (url: unknown) =>
      (await client.ask<LoadResult>('load', { ...load, url: `${url}/webhooks/whatsapp`, headers, body })).perSecond
    const found = await interleave(
      { bare: () => send(bare.ready['url']), stored: () => send(stored.ready['url']) },
      { rounds },
    )
    const paced: Awaited<ReturnType<typeof offerEvents>>[] = []
    const processes = { gateway: stored, client }
    await offerEvents(installation, processes, warmUp)
    for (let round = 0; round < 3; round++) paced.push(await offerEvents(installation, processes, offered))
    await forget(installation)
    return {
      'of the route without a database': figureOf(ratios(found.stored, found.bare)),
      'stored and queued': figureOf(found.stored),
      'without a database': figureOf(found.bare),
      [`p99 at ${offered.perSecond} a second`]: figureOf(paced.map(({ p99 }) => p99)),
      [`p50 at ${offered.perSecond} a second`]: figureOf(paced.map(({ p50 }) => p50)),
      [`taken of ${offered.perSecond} a second`]: figureOf(paced.map(({ perSecond }) => perSecond)),
      'processor time, gateway': figureOf(paced.map(({ gateway }) => gateway)),
      'processor time, database': figureOf(paced.map(({ database }) => database)),
      'processor time, sender': figureOf(paced.map(({ client: sender }) => sender)),
    }
  },
}
