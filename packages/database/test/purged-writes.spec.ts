import { randomUUIDv7 } from 'node:crypto'
import { expect } from 'chai'
import { purgeRows, retentionPolicies } from '../src/index.ts'
import { type OpenDatabase, openDatabase } from './open-database.ts'

const signal = new AbortController().signal

describe('the purge of other external writes than publishes', () => {
  let database: OpenDatabase
  before(async () => {
    database = await openDatabase({ max: 1 })
  })
  after(() => database.close())

  async function read(): Promise<number> {
    await database.pool.query('select pg_stat_force_next_flush()')
    const { rows } = await database.pool.query<{ count: number }>(
      `select (idx_tup_fetch + seq_tup_read)::int as count from pg_stat_user_tables where relname = 'external_write'`,
    )
    return rows[0]?.count ?? 0
  }

  it('does not read the publishes, which are kept for longer', async () => {
    await database.pool.query('set session_replication_role = replica')
    const ids = Array.from({ length: 5_000 }, () => randomUUIDv7())
    await database.pool.query(
      `insert into external_write (id, kind, organization_id, profile_id, account_id, platform, request_id, payload,
        state, created_at, updated_at, status)
      select id, case when n % 1000 = 0 then 'comment.create' else 'publish' end, gen_random_uuid(), gen_random_uuid(),
        gen_random_uuid(), 'x', 'test', '{"text": "hello"}', '{}', now(), now(), 'succeeded'
      from unnest($1::uuid[]) with ordinality as given (id, n)`,
      [ids],
    )
    await database.pool.query('analyze external_write')
    const policy = retentionPolicies.find(({ rows }) => rows.startsWith('other external writes'))
    if (!policy) throw new Error('the policy has another name')
    const before = await read()
    const now = new Date(Date.now() + policy.keptHours * 3_600_000 + 60_000)
    expect(await purgeRows(database.db, policy, now, signal)).to.equal(5)
    expect((await read()) - before).to.be.lessThan(100)
  })
})
