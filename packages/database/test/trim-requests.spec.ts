import { randomUUIDv7 } from 'node:crypto'
import { expect } from 'chai'
import type pg from 'pg'
import { createPartitions, trimApiRequests } from '../src/index.ts'
import { type OpenDatabase, openDatabase } from './open-database.ts'

/** A node of a plan, as `explain (analyze, format json)` describes it. */
interface PlanNode {
  'Actual Rows': number
  'Actual Loops': number
  Plans?: PlanNode[]
}

/** The methods of pg's connection by which statements with values are sent: parsed once under a name and bound. */
interface SentTo {
  parse(statement: { name?: string; text: string }): void
  bind(bound: { statement?: string; values: unknown[] }): void
}

const signal = new AbortController().signal

describe('the requests of each organization beyond a number', () => {
  const dayMs = 86_400_000
  const days = [0, 1, 2].map((number) => Date.UTC(2026, 10, 20 + number))
  const organizations = [1, 2, 3].map((number) => `0000000${number}-0000-7000-8000-000000000000`)
  const [first = '', second = '', third = ''] = organizations
  /** The statements with values that were sent. */
  const sent: { text: string; values: unknown[] }[] = []
  let database: OpenDatabase
  before(async () => {
    database = await openDatabase({ max: 1 })
    database.pool.on('connect', note)
    const [from, to] = [new Date(Math.min(...days)), new Date(Math.max(...days) + dayMs)]
    await createPartitions(database.db, 'api_request', { from, to })
  })
  after(() => database.close())
  beforeEach(() => database.pool.query('delete from api_request'))

  function note(client: pg.PoolClient): void {
    // pg's types leave out the connection of a client.
    const { connection } = client as unknown as { connection: SentTo }
    const { parse, bind } = connection
    const texts = new Map<string, string>()
    connection.parse = (statement) => {
      texts.set(statement.name ?? '', statement.text)
      parse.call(connection, statement)
    }
    connection.bind = (bound) => {
      sent.push({ text: texts.get(bound.statement ?? '') ?? '', values: bound.values })
      bind.call(connection, bound)
    }
  }

  /** Stores requests of an organization, spread over the days. Returns their ids, oldest first. */
  async function store(organizationId: string, count: number): Promise<string[]> {
    const ids = Array.from({ length: count }, (_, number) => {
      const at = (days[Math.floor((number * days.length) / count)] ?? 0) + number
      const hex = at.toString(16).padStart(12, '0')
      return `${hex.slice(0, 8)}-${hex.slice(8)}${randomUUIDv7().slice(13)}`
    })
    await database.pool.query(
      `insert into api_request (organization_id, id, at, method, path, params, key_id, source, duration_ms, request_id)
         select $1, id, now(), 'GET', '/profiles', '{}', $1, 'api', 1, 'r' from unnest($2::uuid[]) as id`,
      [organizationId, ids],
    )
    return ids
  }

  async function left(organizationId: string): Promise<string[]> {
    const { rows } = await database.pool.query<{ id: string }>(
      'select id from api_request where organization_id = $1 order by id',
      [organizationId],
    )
    return rows.map(({ id }) => id)
  }

  it('are deleted, the oldest first, wherever their count is interrupted', async () => {
    const ids = [await store(first, 21_000), await store(second, 2_500), await store(third, 38_500)]
    expect(await trimApiRequests(database.db, 18_000, signal)).to.equal(3_000 + 20_500)
    expect(await left(first)).to.deep.equal(ids[0]?.slice(3_000))
    expect(await left(second)).to.deep.equal(ids[1])
    expect(await left(third)).to.deep.equal(ids[2]?.slice(20_500))
    expect(await trimApiRequests(database.db, 18_000, signal)).to.equal(0)
    expect(await trimApiRequests(database.db, 0, signal)).to.equal(38_500)
  })

  it('are counted in parts, so that no statement runs into its timeout', async () => {
    for (const id of organizations) await store(id, 15_000)
    await database.pool.query('vacuum analyze api_request')
    sent.length = 0
    await trimApiRequests(database.db, 100_000, signal)
    const counting = sent.filter(({ text }) => text.includes('api_request'))
    const read = (node: PlanNode): number =>
      Math.max(node['Actual Rows'] * node['Actual Loops'], ...(node.Plans ?? []).map(read))
    const rows: number[] = []
    for (const { text, values } of counting) {
      const { rows: plans } = await database.pool.query(`explain (analyze, format json) ${text}`, values)
      rows.push(read(plans[0]['QUERY PLAN'][0].Plan))
    }
    expect(rows).to.deep.equal([20_000, 20_000, 5_000])
  })
})
