import { randomUUIDv7 } from 'node:crypto'
import { createPartitions } from '@carillon/database'
import { jobs, verifyAudit } from '@carillon/service'
import type { Installation } from '../installation.ts'
import { figureOf, interleave, type Row, ratios } from '../measure.ts'
import type { LoadResult } from '../process/load.ts'
import type { OfferResult } from '../process/offer.ts'

/** Requests with pauses show what an entry delays each by; as many as possible show what it costs. */
const paced = { connections: 1, perSecond: 100, seconds: 1.5 } as const
const together = { connections: 32, seconds: 3 } as const

/** Many rounds, since what is looked for is smaller than what two of them differ by. */
const rounds = { paced: 24, together: 15 } as const

export const auditCost: Row = {
  id: 'audit-cost',
  about: 'requests to a gateway that keeps the audit log, by turns with the same to one that does not',
  bars: [
    { figure: 'a change is delayed by', unit: 'ms', atMost: 0.2 },
    { figure: 'a rejected write is delayed by', unit: 'ms', atMost: 0.2 },
    { figure: 'a change with the log', unit: 'ms' },
    { figure: 'reads, of those without', unit: '×', atLeast: 0.97 },
    { figure: 'publishes, of those without', unit: '×', atLeast: 0.97 },
    { figure: 'publishes with the log', unit: 'posts/s' },
  ],
  async run(installation) {
    const [client, kept, none] = await Promise.all([
      installation.start('load'),
      installation.start('gateway'),
      installation.start('gateway', { BENCH_AUDIT: 'none', GATEWAY_PORT: '0' }),
      installation.start('worker'),
    ])
    const accountId = await installation.connect()
    const headers = { authorization: `Bearer ${installation.apiKey}`, 'content-type': 'application/json' }
    const gateways = { with: kept, without: none }
    const send = async (which: keyof typeof gateways, path: string, load: object) => {
      const url = `${gateways[which].ready['url']}/api/v1${path}`
      return client.ask<LoadResult>('load', { url, headers, ...load })
    }
    const byTurns = (one: (which: keyof typeof gateways) => Promise<number>, load: keyof typeof rounds = 'together') =>
      interleave({ with: () => one('with'), without: () => one('without') }, { rounds: rounds[load] })
    const delayOf = async (path: string, write: object) => {
      const found = await byTurns(async (which) => {
        const url = `${gateways[which].ready['url']}/api/v1${path}`
        return (await client.ask<OfferResult>('offer', { url, headers, ...paced, ...write })).p50
      }, 'paced')
      return { with: found.with, by: found.with.map((ms, round) => ms - (found.without[round] ?? Number.NaN)) }
    }
    const change = await delayOf('/organization', { method: 'PATCH', body: '{"name":"Bench"}' })
    const absent = '/schedules/0199d1b2-ffff-7000-8000-000000000000/release'
    const rejected = await delayOf(absent, { method: 'POST', body: '{}', status: 404 })
    const reads = await byTurns(async (which) => (await send(which, '/profiles', together)).perSecond)
    const body = JSON.stringify({ platform: 'bluesky', accountId, text: 'Hello from the bench' })
    const post = { method: 'POST', body, ...together }
    const publishes = await byTurns(async (which) => (await send(which, '/posts', post)).perSecond)
    return {
      'a change is delayed by': figureOf(change.by),
      'a rejected write is delayed by': figureOf(rejected.by),
      'a change with the log': figureOf(change.with),
      'reads, of those without': figureOf(ratios(reads.with, reads.without)),
      'publishes, of those without': figureOf(ratios(publishes.with, publishes.without)),
      'publishes with the log': figureOf(publishes.with),
    }
  },
}

/** Entries of the chain that is verified, or as many as `--entries=` says. */
const asked = process.argv.find((word) => word.startsWith('--entries='))?.slice('--entries='.length)
const total = Number(asked ?? 1_000_000)

/** Adds entries of an organization to its chain, as the job does. */
async function fill({ context }: Installation, organizationId: string): Promise<void> {
  const today = new Date()
  await createPartitions(context.db, 'audit_entry', { from: today, to: new Date(today.getTime() + 1) })
  const batch = 50_000
  for (let from = 0; from < total; from += batch) {
    await context.pool.query(
      `insert into audit_outbox (id, organization_id, at, action, actor_type, actor_id, actor_name, profile_id, targets,
        request_id, ip, user_agent, status, code)
      select entry.id, $1::uuid, clock_timestamp(), 'posts.publish', 'key', $1::uuid::text, 'Shop', $1::uuid,
        json_build_array(json_build_object('type', 'publish', 'id', gen_random_uuid()),
          json_build_object('type', 'account', 'id', gen_random_uuid())),
        gen_random_uuid(), '203.0.113.9', 'Shop/1.2', 201, null
      from unnest($2::uuid[]) as entry (id)`,
      [organizationId, Array.from({ length: Math.min(batch, total - from) }, () => randomUUIDv7())],
    )
    await jobs['audit.close'].run(context, {}, new AbortController().signal)
  }
}

/** What somebody with the rights of the database's owner does to an entry, and how it is undone. */
const changes: Readonly<Record<string, readonly [change: string, undo: string]>> = {
  edited: [
    "update audit_entry set ip = '198.51.100.1' where organization_id = $1 and number = $2::bigint",
    "update audit_entry set ip = '203.0.113.9' where organization_id = $1 and number = $2::bigint",
  ],
  reordered: [
    'update audit_entry set number = 2 * $2::bigint + 1 - number where organization_id = $1 and number in ($2::bigint, $2::bigint + 1)',
    'update audit_entry set number = 2 * $2::bigint + 1 - number where organization_id = $1 and number in ($2::bigint, $2::bigint + 1)',
  ],
  inserted: [
    `insert into audit_entry select (jsonb_populate_record(e, jsonb_build_object('id', overlay(id::text placing '000000000000' from 25), 'number', $2::bigint + 1))).*
      from audit_entry e where organization_id = $1 and number = $2::bigint`,
    `delete from audit_entry where organization_id = $1 and number = $2::bigint + 1 and previous_id = (
      select previous_id from audit_entry where organization_id = $1 and number = $2::bigint)`,
  ],
  removed: [
    'delete from audit_entry where organization_id = $1 and number = $2::bigint',
    'select $1::uuid, $2::bigint',
  ],
}

export const auditVerify: Row = {
  id: 'audit-verify',
  about: `audit verify over ${total.toLocaleString('en')} entries, and until it names one that was edited, removed, inserted or reordered`,
  bars: [
    { figure: 'all of them', unit: 's', atMost: 30 },
    { figure: 'until one is named', unit: 's', atMost: 30 },
    { figure: 'named, of four', unit: '', atLeast: 4 },
  ],
  async run(installation) {
    const { context } = installation
    const { rows } = await context.pool.query('select gen_random_uuid() as id')
    const organizationId: string = rows[0].id
    await fill(installation, organizationId)
    const timed = async () => {
      const began = performance.now()
      const found = await verifyAudit(context, { organizationId })
      return { ...found, seconds: (performance.now() - began) / 1_000 }
    }
    const whole = await timed()
    if (!whole.ok || whole.entries !== total) throw new Error(`the chain is broken: ${JSON.stringify(whole)}`)
    // Near the end: everything before it has to be read.
    const number = total - 10
    const times: number[] = []
    let named = 0
    const { rows: near } = await context.pool.query<{ id: string }>(
      'select id from audit_entry where organization_id = $1 and number in ($2::bigint, $2::bigint + 1)',
      [organizationId, number],
    )
    // An inserted entry has the id of one of them, with another end.
    const ids = near.flatMap(({ id }) => [id, id.replace(/.{12}$/, '000000000000')])
    for (const [change, undo] of Object.values(changes)) {
      await context.pool.query(change, [organizationId, number])
      const found = await timed()
      times.push(found.seconds)
      if (ids.includes(String(found.firstBroken?.entryId))) named++
      await context.pool.query(undo, [organizationId, number])
    }
    return {
      'all of them': figureOf([whole.seconds]),
      'until one is named': figureOf(times),
      'named, of four': figureOf([named]),
    }
  },
}
