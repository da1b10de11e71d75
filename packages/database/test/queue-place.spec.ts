import { freshDatabase } from '@carillon/testkit'
import { expect } from 'chai'
import pg from 'pg'

describe('a place in the queue', () => {
  it('is found without reading writes that have ended, also while the table has no statistics', async () => {
    const fresh = await freshDatabase()
    const [one, other] = [
      new pg.Client({ connectionString: fresh.url }),
      new pg.Client({ connectionString: fresh.url }),
    ]
    await Promise.all([one.connect(), other.connect()])
    try {
      await one.query('alter table external_write set (autovacuum_enabled = false)')
      const { rows } = await one.query(
        `insert into organization (id, name, created_at) values (gen_random_uuid(), 'Shop', now()) returning id`,
      )
      const organization = rows[0].id
      // One waits in the queue, a hundred have ended.
      await one.query(
        `insert into external_write (id, kind, organization_id, profile_id, account_id, platform, request_id, payload,
          state, created_at, updated_at, wake_at, status, queued)
        select gen_random_uuid(), 'publish', $1, gen_random_uuid(), gen_random_uuid(), 'bluesky', 'test',
          '{"text": "hello"}', '{}', now(), now(), case when n = 1 then now() end, 'processing', true
        from generate_series(1, 101) as n`,
        [organization],
      )
      const place = await other.query(`select has_queue_place('bluesky', $1, now(), 32) as free`, [organization])
      expect(place.rows).to.deep.equal([{ free: true }])
      await other.query('select pg_stat_force_next_flush()')
      await other.query('select 1')
      const read = await one.query(
        `select indexrelname as name, idx_tup_read::int as count from pg_stat_user_indexes
        where relname = 'external_write' and idx_tup_read > 0`,
      )
      expect(read.rows).to.deep.equal([{ name: 'external_write_idle', count: 2 }])
    } finally {
      await Promise.all([one.end(), other.end()])
      await fresh.drop()
    }
  })
})
