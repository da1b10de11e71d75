import { expect } from 'chai'
import { listExternalWrites } from '../src/index.ts'
import { type OpenDatabase, openDatabase } from './open-database.ts'

const organizationId = '0198f0c0-0000-7000-8000-000000000001'
const rows = 3_000

describe('a search by a word that many publishes have', () => {
  let database: OpenDatabase
  before(async () => {
    database = await openDatabase({ max: 1 })
    // Two rows on a page, and memory for fewer pages than these, as with many more rows and the usual setting.
    await database.pool.query(`set session_replication_role = replica;
      set track_functions = 'pl';
      set work_mem = '64kB';
      alter table external_write alter payload set storage plain;
      insert into external_write (id, kind, organization_id, profile_id, account_id, platform, request_id, payload,
        state, created_at, updated_at, status)
      select md5(n::text)::uuid, 'publish', '${organizationId}', gen_random_uuid(), gen_random_uuid(), 'bluesky', 'test',
        jsonb_build_object('text', 'everywhere ' || case when n = 1 then 'once' else '' end, 'filler', repeat('-', 3900)),
        '{}', now(), now(), 'succeeded'
      from generate_series(1, ${rows}) as n;
      analyze external_write`)
  })
  after(() => database.close())

  /** Returns how many texts were divided into words so far. */
  async function divided(): Promise<number> {
    await database.pool.query('select pg_stat_force_next_flush()')
    const { rows } = await database.pool.query<{ calls: number }>(
      `select calls::int from pg_stat_user_functions where funcname = 'publish_words'`,
    )
    return rows[0]?.calls ?? 0
  }

  for (const [search, platform, count] of [
    ['everywhere', 'x', 0],
    ['everywhere once', 'bluesky', 1],
    ['everywhere never', 'bluesky', 0],
    ['everywhere every', 'bluesky', 11],
  ] as const) {
    it(`does not divide the texts of all of them: ${search}, ${platform}`, async () => {
      const before = await divided()
      const filter = { kind: 'publish', search, platform, max: 11 }
      const found = await listExternalWrites(database.db, { organizationId, profileId: null }, filter)
      expect(found).to.have.length(count)
      expect((await divided()) - before).to.be.lessThan(rows / 2)
    })
  }
})
