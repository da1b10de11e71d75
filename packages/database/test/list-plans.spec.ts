import { expect } from 'chai'
import { countDeliveries, existingPublishes, listExternalWrites, listSchedules } from '../src/index.ts'
import { type OpenDatabase, openDatabase } from './open-database.ts'

const organizationId = '0198f0c0-0000-7000-8000-000000000001'
const profileId = '0198f0c0-0000-7000-8000-000000000002'

describe('the plan of a list', () => {
  let database: OpenDatabase
  before(async () => {
    // Tables are filled within one statement, which takes long on a busy machine.
    database = await openDatabase({ max: 1, statementTimeoutMs: 600_000 })
    // One profile has two thirds of the rows, in another order than that of the list. Each row is on a page of its own.
    await database.pool.query(`set session_replication_role = replica;
      alter table schedule alter payload set storage plain;
      insert into schedule (id, organization_id, profile_id, account_id, platform, request_id, status, due_at,
        late_minutes, late_then, payload, items, created_at, updated_at)
      select gen_random_uuid(), case when n > 1500 then '${organizationId}' else id end,
        case when n > 1500 then '${profileId}' else id end, gen_random_uuid(), 'x', 'request', 'published',
        now() + (n * 7919 % 10007) * interval '1 minute', 60, 'hold',
        jsonb_build_object('text', repeat('word ', 1000)), 1, now(), now()
      from generate_series(1, 4500) as n, lateral (select md5((n % 60)::text)::uuid as id) as other;
      set session_replication_role = default;
      analyze schedule`)
  })
  after(() => database.close())

  /** Returns how many rows of a table were fetched so far. */
  async function fetched(table = 'schedule'): Promise<number> {
    await database.pool.query('select pg_stat_force_next_flush()')
    const { rows } = await database.pool.query<{ count: number }>(
      'select (idx_tup_fetch + seq_tup_read)::int as count from pg_stat_user_tables where relname = $1',
      [table],
    )
    return rows[0]?.count ?? 0
  }

  it('is that of its owner, however often the lists of others are read', async () => {
    const read = () => listSchedules(database.db, { organizationId, profileId: null }, { profileId, limit: 11 })
    for (let times = 0; times < 10; times++) await read()
    const before = await fetched()
    expect(await read()).to.have.length(11)
    expect((await fetched()) - before).to.be.lessThan(50)
  })

  it('is that of a part of an index: pending deliveries are counted without the others of their endpoint', async () => {
    await database.pool.query(`alter table webhook_delivery alter body set storage plain;
      insert into webhook_delivery (id, endpoint_id, organization_id, event_id, type, object_type, object_id, status,
        created_at, body)
      select gen_random_uuid(), case when n > 1500 then '${profileId}' else md5((n % 60)::text)::uuid end,
        '${organizationId}', gen_random_uuid(), 'post.deleted', 'post', n::text,
        case when n % 5 = 0 then 'pending' else 'delivered' end, now(), repeat('word ', 1000)
      from generate_series(1, 4500) as n;
      analyze webhook_delivery`)
    const read = () => countDeliveries(database.db, profileId, new Date())
    for (let times = 0; times < 10; times++) await read()
    const before = await fetched('webhook_delivery')
    expect(await read()).to.deep.equal({ pending: 600, failed: 0 })
    expect((await fetched('webhook_delivery')) - before).to.be.lessThan(1_000)
  })

  /**
   * Replaces all writes by publishes, most of which belong to the organization. `columns` has SQL of some columns. The
   * texts fill a page without a word: to index words takes seconds.
   */
  async function storePublishes(columns: {
    profile?: string | undefined
    platform?: string
    status?: string
  }): Promise<void> {
    const { profile = 'gen_random_uuid()', platform = `'instagram'`, status = `'succeeded'` } = columns
    await database.pool.query(`set session_replication_role = replica;
      truncate external_write cascade;
      alter table external_write alter payload set storage plain;
      insert into external_write (id, kind, organization_id, profile_id, account_id, platform, request_id, payload,
        state, created_at, updated_at, status)
      select gen_random_uuid(), 'publish', case when n > 500 then '${organizationId}' else gen_random_uuid() end,
        ${profile}, gen_random_uuid(), ${platform}, 'request', jsonb_build_object('text', repeat(' ', 3500)), '{}',
        now(), now(), ${status}
      from generate_series(1, 4500) as n;
      set session_replication_role = default;
      analyze external_write`)
  }

  for (const owner of ['organization', 'profile'] as const) {
    it(`reads no publishes of other platforms: few of one ${owner} are of the platform`, async () => {
      await storePublishes({
        profile: owner === 'profile' ? `case when n > 1000 then '${profileId}' else gen_random_uuid() end` : undefined,
        platform: `case when n % 900 = 0 then 'bluesky' else 'instagram' end`,
      })
      const filter = {
        kind: 'publish',
        platform: 'bluesky',
        ...(owner === 'profile' && { profileId }),
        max: 51,
      } as const
      const read = () => listExternalWrites(database.db, { organizationId, profileId: null }, filter)
      for (let times = 0; times < 10; times++) await read()
      const before = await fetched('external_write')
      expect(await read()).to.have.length(owner === 'profile' ? 4 : 5)
      expect((await fetched('external_write')) - before).to.be.lessThan(50)
    })
  }

  it('reads the publishes of listed requests by their ids, also if it was made for the values of any organization', async () => {
    await storePublishes({})
    const { rows } = await database.pool.query<{ id: string }>(
      'select id from external_write where organization_id = $1 limit 11',
      [organizationId],
    )
    const ids = rows.map(({ id }) => id)
    const read = () => existingPublishes(database.db, { organizationId, ids })
    for (const mode of ['auto', 'force_generic_plan']) {
      await database.pool.query(`set plan_cache_mode = ${mode}`)
      for (let times = 0; times < 2; times++) await read()
      const before = await fetched('external_write')
      expect([...(await read())]).to.have.members(ids)
      expect((await fetched('external_write')) - before, mode).to.be.lessThan(50)
    }
    await database.pool.query('reset plan_cache_mode')
  })

  it('reads no publishes with another status, also if it was made for the values of any organization', async () => {
    await storePublishes({ status: `case when n % 900 = 0 then 'failed' else 'succeeded' end` })
    const read = () =>
      listExternalWrites(
        database.db,
        { organizationId, profileId: null },
        { kind: 'publish', status: 'failed', max: 51 },
      )
    await database.pool.query('set plan_cache_mode = force_generic_plan')
    for (let times = 0; times < 2; times++) await read()
    const before = await fetched('external_write')
    expect(await read()).to.have.length(5)
    expect((await fetched('external_write')) - before).to.be.lessThan(50)
  })
})
