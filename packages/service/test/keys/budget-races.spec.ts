import type { AccountRow } from '@carillon/database'
import { ServiceError } from '@carillon/errors'
import { expect } from 'chai'
import fc from 'fast-check'
import pg from 'pg'
import type { Context, Grant } from '../../src/index.ts'
import { type Harness, startHarness } from '../harness.ts'
import { withPorts } from '../with-ports.ts'
import { keyWith, type Mood, replies, reply, usedUp } from './budgeted-reply.ts'

const midnight = Date.parse('2026-11-21T00:00:00Z')
const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10)

describe('budgets of API keys over several gateways', () => {
  const network = replies()
  let harness: Harness
  let account: AccountRow
  let gateways: Context[]
  let at = midnight - 1

  before(async () => {
    const now = () => new Date(at)
    harness = await startHarness({ registry: withPorts({ bluesky: {} }), kindOf: () => network.kind, now })
    // A busy machine may not have a connection free for each of 60 writes within the usual 5 s.
    const url = new URL(harness.context.config.databaseUrl)
    url.searchParams.set('connect_timeout', '60')
    gateways = []
    for (let count = 0; count < 3; count++) gateways.push(await harness.another(undefined, { databaseUrl: url.href }))
    account = await harness.connect({ platform: 'bluesky' })
  })
  after(() => harness.close())

  /** Writes with a key through a gateway: `accepted`, or the code of the rejection. */
  async function send(number: number, grant: Grant): Promise<string> {
    const context = gateways[number % gateways.length] ?? harness.context
    return reply(context, { kind: network.kind, account, grant }).then(
      () => 'accepted',
      (error: unknown) => {
        if (error instanceof ServiceError) return error.code
        throw error
      },
    )
  }

  /** Ends connections over which a write is being stored, at most `max` of them. */
  async function breakConnections(max: number, isOver: () => boolean): Promise<number> {
    const client = new pg.Client({ connectionString: harness.context.config.databaseUrl })
    await client.connect()
    let broken = 0
    while (broken < max && !isOver()) {
      const { rowCount } = await client.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database()
         and state = 'active' and query like '%take_key_budget%' and pid <> pg_backend_pid() limit 2`,
      )
      broken += rowCount ?? 0
    }
    await client.end()
    return broken
  }

  it('are exact under 200 parallel writes of a family of keys, with connections that break', async () => {
    const root = await keyWith(harness, { repliesPerDay: 60 })
    const [narrow, wide] = [
      await keyWith(harness, { repliesPerDay: 15 }, root.keyId),
      await keyWith(harness, { repliesPerDay: 60 }, root.keyId),
    ]
    const leaf = await keyWith(harness, { repliesPerDay: 10 }, wide.keyId)
    const grants = [root, narrow, wide, leaf]
    let isOver = false
    const sending = Promise.all(
      Array.from({ length: 200 }, (_, number) => send(number, grants[number % 4] ?? root)),
    ).finally(() => {
      isOver = true
    })
    const broken = await breakConnections(20, () => isOver)
    const outcomes = await sending
    expect(broken).to.be.at.least(1)
    // What a broken connection left out is made up for; nothing else is left.
    for (let number = 0; (await send(number, root)) === 'accepted'; number++);
    const accepted = outcomes.filter((outcome) => outcome === 'accepted').length
    const { rows } = await harness.context.pool.query(
      `select key_id, count(*)::int as writes from external_write, unnest(budget_key_ids) as key_id
       where status <> 'failed' group by key_id`,
    )
    const stored = Object.fromEntries(rows.map(({ key_id, writes }) => [`${key_id} ${dayOf(at)}`, writes]))
    expect(await usedUp(harness.context)).to.deep.equal(stored)
    expect(stored[`${root.keyId} ${dayOf(at)}`])
      .to.equal(60)
      .and.be.at.least(accepted)
    expect(stored[`${narrow.keyId} ${dayOf(at)}`]).to.be.at.most(15)
    expect(stored[`${leaf.keyId} ${dayOf(at)}`]).to.be.at.most(10)
  })

  it('are exact while units are taken and given back at once', async () => {
    const root = await keyWith(harness, { repliesPerDay: 40 })
    const leaf = await keyWith(harness, { repliesPerDay: 40 }, root.keyId)
    network.moods.push(...Array<Mood>(30).fill('not_sent'))
    const outcomes = await Promise.all(
      Array.from({ length: 60 }, (_, number) => send(number, number % 2 ? leaf : root)),
    )
    network.moods.length = 0
    const count = (wanted: string) => outcomes.filter((outcome) => outcome === wanted).length
    expect(count('accepted') + count('rate_limited') + count('budget_exhausted')).to.equal(60)
    expect(count('rate_limited')).to.equal(30)
    const used = await usedUp(harness.context)
    expect(used[`${root.keyId} ${dayOf(at)}`]).to.equal(count('accepted'))
  })

  it('let nothing pass that the budgets of a key and of all above it do not have: 400 generated writes', async () => {
    const budget = fc.option(fc.nat({ max: 3 }), { nil: undefined })
    const attempt = fc.record({ key: fc.nat({ max: 3 }), gateway: fc.nat({ max: 2 }), late: fc.constantFrom(-1, 0, 1) })
    const moods = fc.constantFrom<Mood | undefined>(undefined, undefined, undefined, 'not_sent', 'rejected')
    const writes = fc.array(fc.tuple(attempt, moods), { minLength: 20, maxLength: 20 })
    await fc.assert(
      fc.asyncProperty(fc.tuple(budget, budget, budget, budget), writes, async (wanted, attempts) => {
        const line: { grant: Grant; max: number }[] = []
        for (const max of wanted) {
          const above = line.at(-1)
          const narrowed = Math.min(max ?? Number.POSITIVE_INFINITY, above?.max ?? Number.POSITIVE_INFINITY)
          const budgets = Number.isFinite(narrowed) ? { repliesPerDay: narrowed } : null
          line.push({ grant: await keyWith(harness, budgets, above?.grant.keyId ?? null), max: narrowed })
        }
        const used = new Map<string, number>()
        for (const [{ key, gateway, late }, mood] of attempts) {
          at = midnight + late
          const counted = line.slice(0, key + 1).filter(({ max }) => Number.isFinite(max))
          const places = counted.map(({ grant, max }) => ({ name: `${grant.keyId} ${dayOf(at)}`, max }))
          const isFree = places.every(({ name, max }) => (used.get(name) ?? 0) < max)
          network.moods.length = 0
          if (mood) network.moods.push(mood)
          const outcome = await send(
            gateway,
            line[key]?.grant ?? { keyId: '', scope: { organizationId: '', profileId: null }, scopes: [] },
          )
          const expected = { not_sent: 'rate_limited', rejected: 'missing_permission', lost: '' }
          expect(outcome).to.equal(!isFree ? 'budget_exhausted' : mood ? expected[mood] : 'accepted')
          if (isFree && mood !== 'not_sent') for (const { name } of places) used.set(name, (used.get(name) ?? 0) + 1)
        }
        const stored = await usedUp(harness.context)
        for (const [name, count] of used) expect(stored[name] ?? 0).to.equal(count)
      }),
      { numRuns: 20 },
    )
  })
})
