import { purgeRows, type RetentionPolicy, retentionPolicies } from '@carillon/database'
import pg from 'pg'
import type { Installation } from '../../installation.ts'
import { figureOf, interleave, type Row, ratios } from '../../measure.ts'
import type { OfferResult } from '../../process/offer.ts'

/** Publishes in all, half of which are purged, or as many as `--writes=` says. */
const asked = process.argv.find((word) => word.startsWith('--writes='))?.slice('--writes='.length)
const total = Number(asked ?? 10_000_000)

const rounds = 5
const offered = { perSecond: 100, seconds: 10, connections: 16 }

/** The days of all publishes; the retention period is half of them. */
const days = 800
const dayMs = 86_400_000

/** Publishes one after the other, each with an attempt; half of them of the bench's organization. */
const statements = [
  `insert into external_write (id, kind, organization_id, profile_id, account_id, platform, request_id, status, payload,
      state, attempt, provider_ids, result, created_at, updated_at)
    select (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7' || substr(md5(n::text), 1, 3) || '8'
        || substr(md5(n::text), 4, 15))::uuid,
      'publish', case when n % 2 = 0 then o.id else gen_random_uuid() end, p.id, gen_random_uuid(), 'x', 'request-' || n,
      'succeeded', jsonb_build_object('text', 'Hello, common word and rare' || n), '{}', 1, array['post-' || n], '{}', at, at
    from organization o join profile p on p.organization_id = o.id, generate_series(1, $1::bigint) as n,
      lateral (select now() - interval '${days} days' * (1 - n::float / $1) as at) as time
    where o.name = 'Bench'`,
  `insert into external_write_attempt (write_id, number, step, started_at, ended_at, outcome, request_id)
    select id, 1, 'post', created_at, created_at, 'succeeded', request_id from external_write`,
]

async function fill(databaseUrl: string): Promise<void> {
  // Without the time limit of statements of the service.
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  // Organizations of half of the rows do not exist.
  await client.query('set session_replication_role = replica')
  const [writes = '', attempts = ''] = statements
  await client.query(writes, [total])
  await client.query(attempts)
  await client.query('vacuum analyze external_write, external_write_attempt')
  await client.end()
}

function policyOfPublishes(): RetentionPolicy {
  const found = retentionPolicies.find(({ table, rows }) => table === 'external_write' && rows.startsWith('publishes'))
  if (!found) throw new Error('no retention policy deletes publishes')
  return found
}

/** Bytes of the table with its indexes, and its dead rows. */
async function sizeOf({ context }: Installation): Promise<{ bytes: number; dead: number }> {
  const { rows } = await context.pool.query<{ bytes: number; dead: number }>(
    `select pg_total_relation_size('external_write')::float8 as bytes, n_dead_tup::float8 as dead
    from pg_stat_user_tables where relname = 'external_write'`,
  )
  return rows[0] ?? { bytes: 0, dead: 0 }
}

export const deletion: Row = {
  id: 'deletion',
  about: `reads of the list of publishes, ${offered.perSecond} a second, while those are deleted whose retention period has ended, half of ${total.toLocaleString('en')}`,
  bars: [
    { figure: 'p99, of that without', unit: '×', atMost: 1.5 },
    { figure: 'p99 while rows are deleted', unit: 'ms' },
    { figure: 'rows deleted', unit: '/s' },
    { figure: 'dead rows afterwards', unit: '' },
    { figure: 'size of the table, of that before', unit: '×' },
  ],
  async run(installation) {
    const { context, databaseUrl } = installation
    await fill(databaseUrl)
    const [gateway, client] = await Promise.all([installation.start('gateway'), installation.start('load')])
    const request = { url: `${gateway.ready['url']}/api/v1/posts/publishes?limit=50`, method: 'GET' as const }
    const headers = { authorization: `Bearer ${installation.apiKey}` }
    const read = () => client.ask<OfferResult>('offer', { ...request, headers, ...offered })
    const policy = policyOfPublishes()
    const before = await sizeOf(installation)
    await read()
    const rates: number[] = []
    // As if time passed: each round an equal part of the publishes is due.
    const dueAfter = (round: number) => new Date(Date.now() - (days / 2) * (1 - round / rounds) * dayMs)
    const found = await interleave(
      {
        without: async () => (await read()).p99,
        async deleting() {
          const over = new AbortController()
          const reading = read().finally(() => over.abort())
          const began = performance.now()
          const rows = await purgeRows(context.db, policy, dueAfter(rates.length + 1), over.signal)
          rates.push((rows / (performance.now() - began)) * 1_000)
          return (await reading).p99
        },
      },
      { rounds, warmUps: 0 },
    )
    const after = await sizeOf(installation)
    return {
      'p99, of that without': figureOf(ratios(found.deleting, found.without)),
      'p99 while rows are deleted': figureOf(found.deleting),
      'rows deleted': figureOf(rates),
      'dead rows afterwards': figureOf([after.dead]),
      'size of the table, of that before': figureOf([after.bytes / before.bytes]),
    }
  },
}
