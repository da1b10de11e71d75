import type { Installation } from '../installation.ts'
import { figureOf, interleave, type Row, ratios } from '../measure.ts'
import type { LoadResult } from '../process/load.ts'

const rounds = 5
const messages = 10_000
const load = { connections: 1, seconds: 3 }

/** An account with as many messages as a response lists, half of them from customers. */
async function openInbox({ context, connect }: Installation): Promise<string> {
  const accountId = await connect('whatsapp')
  await context.pool.query(
    `insert into message
       (id, account_id, provider_id, direction, type, sender, recipient, body, status, occurred_at, created_at)
     select gen_random_uuid(), $1, 'wamid.HBgLMTY1MDU1NTEyMzQVAgARGBI3MTE5MjVBOTE3MDk5QUVF' || n,
       case n % 2 when 0 then 'inbound' else 'outbound' end, case n % 2 when 0 then 'text' else 'template' end,
       case n % 2 when 0 then '16505551234' end, case n % 2 when 0 then null else '+16505551234' end,
       'Message ' || n || ', with an emoji 🎠 and about as many words as people write to a shop',
       case n % 2 when 0 then 'received' else 'delivered' end, now() - n * interval '1 minute', now()
     from generate_series(1, $2::int) as n`,
    [accountId, messages],
  )
  await context.pool.query('analyze message')
  return accountId
}

const ratioAfter = 'after a change, of serializing alone'

/** Milliseconds of one read, the body included. */
async function readOnce(url: string, headers: Record<string, string>): Promise<number> {
  const began = performance.now()
  const response = await fetch(url, { headers })
  await response.arrayBuffer()
  if (response.status !== 200) throw new Error(`${url} responded ${response.status}`)
  return performance.now() - began
}

/** Reads of the list right after one of its messages has changed, against reads of the same list from memory. */
async function compareAfterChanges({ context }: Installation, urls: { list: string; bare: string; key: string }) {
  const headers = { authorization: `Bearer ${urls.key}` }
  const change = `update message set status = case status when 'read' then 'delivered' else 'read' end
    where ctid = (select ctid from message where direction = 'outbound' order by random() limit 1)`
  return interleave(
    {
      bare: () => readOnce(urls.bare, headers),
      changed: async () => {
        await context.pool.query(change)
        return readOnce(urls.list, headers)
      },
    },
    { rounds: 40, warmUps: 10 },
  )
}

export const readMessages: Row = {
  id: 'messages',
  about: `GET /messages with ${messages.toLocaleString('en')} stored messages against serializing the same list from memory`,
  bars: [
    { figure: 'of serializing alone', unit: '×', atMost: 1.7 },
    { figure: ratioAfter, unit: '×' },
    { figure: 'gateway', unit: 'ms' },
    { figure: 'gateway, after a change', unit: 'ms' },
    { figure: 'gateway, when nothing is known', unit: 'ms' },
    { figure: 'serializing alone', unit: 'ms' },
  ],
  async run(installation) {
    await installation.emptyProfile()
    const accountId = await openInbox(installation)
    const [gateway, uncached] = await Promise.all([
      installation.start('gateway'),
      installation.start('gateway', { BENCH_PAGES: 'none' }),
    ])
    const { apiKey: key } = installation
    const headers = { authorization: `Bearer ${key}` }
    const path = `/api/v1/messages?accountId=${accountId}`
    const url = `${gateway.ready['url']}${path}`
    const [bare, client] = await Promise.all([
      installation.start('bare', { BENCH_LIST_URL: url, BENCH_LIST_KEY: key }),
      installation.start('load'),
    ])
    const list = `${bare.ready['url']}/list`
    const ms = async (from: string) =>
      1000 / (await client.ask<LoadResult>('load', { ...load, url: from, headers })).perSecond
    const found = await interleave(
      { bare: () => ms(list), gateway: () => ms(url), uncached: () => ms(`${uncached.ready['url']}${path}`) },
      { rounds },
    )
    const after = await compareAfterChanges(installation, { list: url, bare: list, key })
    await installation.emptyProfile()
    return {
      'of serializing alone': figureOf(ratios(found.gateway, found.bare)),
      [ratioAfter]: figureOf(ratios(after.changed, after.bare)),
      gateway: figureOf(found.gateway),
      'gateway, after a change': figureOf(after.changed),
      'gateway, when nothing is known': figureOf(found.uncached),
      'serializing alone': figureOf(found.bare),
    }
  },
}
