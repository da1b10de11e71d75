import { createHmac } from 'node:crypto'
import type { Installation } from '../installation.ts'
import { figureOf, interleave, type Row, ratios } from '../measure.ts'
import type { LoadResult } from '../process/load.ts'

const secret = 'bench'
const rounds = 5
const load = { method: 'POST', connections: 32, seconds: 3 } as const
const offered = { perSecond: 2_000, seconds: 6 }

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

export const webhook: Row = {
  id: 'webhook',
  about: 'events that are checked, stored and queued before their 200, against the same route without a database',
  bars: [
    { figure: 'of the route without a database', unit: '×', atLeast: 0.4 },
    { figure: 'stored and queued', unit: 'events/s' },
    { figure: 'without a database', unit: 'events/s' },
    { figure: `p99 at ${offered.perSecond} a second`, unit: 'ms', atMost: 50 },
    { figure: `taken of ${offered.perSecond} a second`, unit: 'events/s', atLeast: 0.98 * offered.perSecond },
  ],
  async run(installation) {
    const env = { WHATSAPP_CLIENT_SECRET: secret }
    const [stored, bare, client] = await Promise.all([
      installation.start('gateway', env),
      installation.start('gateway', { ...env, BENCH_INTAKE: 'none' }),
      installation.start('load'),
    ])
    const send = async (url: unknown, more: object = {}) =>
      client.ask<LoadResult>('load', { ...load, url: `${url}/webhooks/whatsapp`, headers, body, ...more })
    const found = await interleave(
      {
        bare: async () => (await send(bare.ready['url'])).perSecond,
        stored: async () => (await send(stored.ready['url'])).perSecond,
      },
      { rounds },
    )
    const paced: LoadResult[] = []
    for (let round = 0; round < 3; round++) paced.push(await send(stored.ready['url'], offered))
    await forget(installation)
    return {
      'of the route without a database': figureOf(ratios(found.stored, found.bare)),
      'stored and queued': figureOf(found.stored),
      'without a database': figureOf(found.bare),
      [`p99 at ${offered.perSecond} a second`]: figureOf(paced.map(({ p99 }) => p99)),
      [`taken of ${offered.perSecond} a second`]: figureOf(paced.map(({ perSecond }) => perSecond)),
    }
  },
}
