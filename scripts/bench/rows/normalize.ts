import { setTimeout as sleep } from 'node:timers/promises'
import type { Installation } from '../installation.ts'
import { figureOf, type Row } from '../measure.ts'

const rounds = 5
const updates = 12_000
/** Updates of a request, as the network sends them when it is quiet and when it is catching up. */
const perRequest = { single: 1, batched: 1_000 }
const timestamp = '1795250000'

function message(id: string): object {
  return { from: '16505551234', id, timestamp, type: 'text', text: { body: `Are you open on Sunday? 🎠 ${id}` } }
}

function status(id: string): object {
  return { id, status: 'delivered', timestamp, recipient_id: '16505551234' }
}

/** Requests that carry messages of customers and reports on messages in equal parts, all of them new. */
function requests(number: string, round: string, size: number): Buffer[] {
  const bodies: Buffer[] = []
  for (let first = 0; first < updates; first += size) {
    const ids = Array.from({ length: size }, (_, at) => first + at)
    const value = {
      messaging_product: 'whatsapp',
      metadata: { phone_number_id: number },
      messages: ids.filter((id) => id % 2 === 0).map((id) => message(`wamid.${round}.${id}`)),
      statuses: ids.filter((id) => id % 2 === 1).map((id) => status(`wamid.${round}.${id}`)),
    }
    const entry = [{ id: '1', changes: [{ field: 'messages', value }] }]
    bodies.push(Buffer.from(JSON.stringify({ object: 'whatsapp_business_account', entry })))
  }
  return bodies
}

async function openEvents({ context }: Installation): Promise<number> {
  const { rows } = await context.pool.query(
    'select count(*)::int as open from webhook_event where processed_at is null',
  )
  return rows[0].open
}

/** Updates a second, from the first request that is stored to the last one that is processed. */
async function drain(installation: Installation, bodies: readonly Buffer[]): Promise<number> {
  const began = performance.now()
  await Promise.all(bodies.map((body) => installation.context.intake.store({ platform: 'whatsapp', body })))
  while ((await openEvents(installation)) > 0) await sleep(5)
  return updates / ((performance.now() - began) / 1000)
}

export const normalize: Row = {
  id: 'normalize',
  about: `${updates} updates of webhooks, stored while the worker processes them`,
  bars: [
    { figure: 'one update a request', unit: 'updates/s', atLeast: 2_000 },
    { figure: '1,000 updates a request', unit: 'updates/s', atLeast: 2_000 },
  ],
  async run(installation) {
    const id = await installation.connect('whatsapp')
    const { rows } = await installation.context.pool.query('select provider_id from account where id = $1', [id])
    await installation.start('worker')
    const found = { single: [] as number[], batched: [] as number[] }
    for (let round = 0; round <= rounds; round++) {
      for (const name of ['single', 'batched'] as const) {
        const bodies = requests(rows[0].provider_id, `${name}-${round}`, perRequest[name])
        const perSecond = await drain(installation, bodies)
        if (round > 0) found[name].push(perSecond)
      }
    }
    const { rows: stored } = await installation.context.pool.query('select count(*)::int as count from message')
    if (stored[0].count !== ((rounds + 1) * 2 * updates) / 2) throw new Error(`${stored[0].count} messages are stored`)
    await installation.emptyProfile()
    await installation.context.pool.query('truncate webhook_event')
    return { 'one update a request': figureOf(found.single), '1,000 updates a request': figureOf(found.batched) }
  },
}
