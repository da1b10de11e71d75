import { createLogger } from '@carillon/log'
import { freshDatabase } from '@carillon/testkit'
import { expect } from 'chai'
import { addJob, claimDeliveries, type DueWork, findDueWork, openDb, openPool, type Pool } from '../src/index.ts'

const log = createLogger({ name: 'test', level: 'silent' })

const fillers: Readonly<Record<string, string>> = {
  uuid: 'gen_random_uuid()',
  'timestamp with time zone': 'now()',
  text: `'any'`,
  integer: '0',
  bigint: '0',
  boolean: 'false',
  json: `'{}'`,
  jsonb: `'{}'`,
  bytea: `''`,
  ARRAY: `'{}'`,
}

/** A row of a table and whether it is work; values are SQL. */
interface Case {
  table:
    | 'external_write'
    | 'schedule'
    | 'changed_account'
    | 'webhook_delivery'
    | 'event_outbox'
    | 'audit_outbox'
    | 'audit_open'
  values: Readonly<Record<string, string>>
  work: DueWork | null
}

const [past, soon, later] = [`now() - interval '1 second'`, `now() + interval '3 seconds'`, `now() + interval '1 hour'`]
const key = 'gen_random_uuid()'

const cases: Readonly<Record<string, Case>> = {
  'a write that waits': {
    table: 'external_write',
    values: { queued: 'false', wake_at: past },
    work: 'waiting writes',
  },
  'a write that waits for later': { table: 'external_write', values: { queued: 'false', wake_at: later }, work: null },
  'a write with a job': { table: 'external_write', values: { queued: 'true', wake_at: past }, work: null },
  'a running write': {
    table: 'external_write',
    values: { queued: 'false', wake_at: past, running_since: past },
    work: null,
  },
  'a write that should have gone on long ago': {
    table: 'external_write',
    values: { queued: 'true', wake_at: `now() - interval '11 seconds'` },
    work: 'overdue writes',
  },
  'a schedule that starts': {
    table: 'schedule',
    values: { status: `'scheduled'`, due_at: later, start_at: past, key_id: key },
    work: 'due schedules',
  },
  'a schedule without a start that is due in seconds': {
    table: 'schedule',
    values: { status: `'scheduled'`, due_at: soon, key_id: key },
    work: 'due schedules',
  },
  'a schedule of later': {
    table: 'schedule',
    values: { status: `'scheduled'`, due_at: later, look_at: later, key_id: key },
    work: null,
  },
  'a schedule that has been taken': {
    table: 'schedule',
    values: { status: `'taken'`, due_at: past, start_at: past },
    work: null,
  },
  'a held schedule whose account has changed': {
    table: 'schedule',
    values: { status: `'held'`, due_at: past, look_at: past },
    work: 'schedules to look at',
  },
  'a schedule whose key was deleted': {
    table: 'schedule',
    values: { status: `'scheduled'`, due_at: later },
    work: 'schedules to look at',
  },
  'an account with more schedules than were looked at when it changed': {
    table: 'changed_account',
    values: {},
    work: 'schedules to look at',
  },
  'an event without a place': { table: 'event_outbox', values: {}, work: 'events' },
  'an audit entry without a place in its chain': { table: 'audit_outbox', values: {}, work: 'audit entries' },
  'an audit entry of a request that never ended': {
    table: 'audit_open',
    values: { opened_at: `now() - interval '46 minutes'` },
    work: 'audit entries',
  },
  'an audit entry of a request in flight': { table: 'audit_open', values: {}, work: null },
  'a delivery that has ended': {
    table: 'webhook_delivery',
    values: { status: `'delivered'`, next_attempt_at: past, event_stored_at: past },
    work: null,
  },
}

describe('work that is due', () => {
  let fresh: Awaited<ReturnType<typeof freshDatabase>>
  let pool: Pool

  before(async () => {
    fresh = await freshDatabase()
    pool = openPool({ url: fresh.url, log, max: 1 })
  })
  after(async () => {
    await pool.end()
    await fresh.drop()
  })
  afterEach(async () => {
    const tables = ['webhook_endpoint', ...Object.values(cases).map(({ table }) => table)]
    await pool.query(`truncate ${[...new Set(tables)].join(', ')} cascade`)
    await pool.query('delete from graphile_worker._private_jobs')
  })

  /** Stores a row; columns that need a value have any. What rows refer to does not exist. */
  async function store(table: string, values: Readonly<Record<string, string>>): Promise<void> {
    const { rows } = await pool.query<{ name: string; type: string }>(
      `select column_name as name, data_type as type from information_schema.columns
       where table_name = $1 and table_schema = 'public' and is_nullable = 'NO' and column_default is null
         and is_identity = 'NO'`,
      [table],
    )
    const row = { ...Object.fromEntries(rows.map(({ name, type }) => [name, fillers[type]])), ...values }
    await pool.query(`set session_replication_role = replica;
      insert into ${table} (${Object.keys(row).join(', ')}) overriding system value
        values (${Object.values(row).join(', ')});
      set session_replication_role = default`)
  }

  const look = () => findDueWork(openDb(pool), { now: new Date(), max: 2 })

  it('is none at rest', async () => {
    expect(await look()).to.deep.equal({ work: [], jobs: 0 })
  })

  for (const [name, { table, values, work }] of Object.entries(cases)) {
    it(`${work === null ? 'is not' : 'is'} ${name}`, async () => {
      await store(table, values)
      expect(await look()).to.deep.equal({ work: work === null ? [] : [work], jobs: 0 })
    })
  }

  /** Stores 2,000 copies of the one row of a table, each about another object, without statistics of the table. */
  async function copyRow(table: string): Promise<void> {
    await pool.query(`set session_replication_role = replica;
      insert into ${table} overriding system value
        select (json_populate_record(later, json_build_object('id', gen_random_uuid(), 'object_id', nth))).*
        from ${table} as later, generate_series(1, 2000) as nth;
      set session_replication_role = default`)
  }

  /** Returns how many rows and index entries of a table `work` reads. */
  async function readOf(table: string, work: () => Promise<unknown>): Promise<number> {
    const count = async () => {
      await pool.query('select pg_stat_force_next_flush()')
      const { rows } = await pool.query<{ entries: number }>(
        `select ((select coalesce(sum(idx_tup_read), 0) from pg_stat_user_indexes where relname = $1)
          + (select seq_tup_read from pg_stat_user_tables where relname = $1))::int as entries`,
        [table],
      )
      return rows[0]?.entries ?? 0
    }
    const before = await count()
    await work()
    return (await count()) - before
  }

  it('is found without reading the writes that have ended, also while the table has no statistics', async () => {
    await pool.query('alter table external_write set (autovacuum_enabled = false)')
    await store('external_write', {})
    await copyRow('external_write')
    expect(await readOf('external_write', look)).to.be.lessThan(100)
  })

  it('is found without reading the writes that go on later', async () => {
    await store('external_write', { queued: 'true', wake_at: later })
    await copyRow('external_write')
    await pool.query('analyze external_write')
    expect(await readOf('external_write', look)).to.be.lessThan(100)
  })

  it('is found, and taken, without reading the deliveries that are attempted again later', async () => {
    const endpoint = `'0198f0c0-0000-7000-8000-000000000001'`
    await store('webhook_endpoint', { id: endpoint, status: `'enabled'` })
    const waiting = { status: `'pending'`, event_stored_at: past, next_attempt_at: later }
    await store('webhook_delivery', { endpoint_id: endpoint, ...waiting })
    await copyRow('webhook_delivery')
    await pool.query('analyze webhook_delivery')
    expect(await readOf('webhook_delivery', look)).to.be.lessThan(100)
    const some = { fullEndpoints: [], fullOrganizations: [], maxEndpoints: 10, claimSeconds: 60 }
    const placesOf = (endpoints: readonly { id: string }[]) => new Map(endpoints.map(({ id }) => [id, 5]))
    const take = () => claimDeliveries(openDb(pool), { ...some, placesOf })
    await store('webhook_delivery', { endpoint_id: endpoint, ...waiting, next_attempt_at: past })
    expect(await readOf('webhook_delivery', take)).to.be.lessThan(200)
  })

  it('is a delivery of an enabled endpoint when it is due, and any of another', async () => {
    const endpoint = `'0198f0c0-0000-7000-8000-000000000001'`
    await store('webhook_endpoint', { id: endpoint, status: `'enabled'` })
    const delivery = { endpoint_id: endpoint, status: `'pending'`, event_stored_at: past }
    await store('webhook_delivery', { ...delivery, next_attempt_at: later })
    expect((await look()).work).to.deep.equal([])
    await store('webhook_delivery', { ...delivery, next_attempt_at: past })
    expect((await look()).work).to.deep.equal(['due deliveries'])
    await pool.query(`update webhook_endpoint set status = 'disabled'`)
    await pool.query(`delete from webhook_delivery where next_attempt_at < now()`)
    expect((await look()).work).to.deep.equal(['ended deliveries'])
    await pool.query('delete from webhook_endpoint')
    expect((await look()).work).to.deep.equal(['ended deliveries'])
  })

  it('is a job that can be taken, up to as many as slots, and one that was taken a second ago', async () => {
    const db = openDb(pool)
    await addJob(db, 'work', {}, { runAt: new Date(Date.now() + 3_600_000) })
    expect(await look()).to.deep.equal({ work: [], jobs: 0 })
    for (let n = 0; n < 3; n++) await addJob(db, 'work', {})
    expect(await look()).to.deep.equal({ work: [], jobs: 2 })
    const lock = (at: string) =>
      pool.query(`update graphile_worker._private_jobs set locked_by = 'one', locked_at = ${at}`)
    await lock('now()')
    expect(await look()).to.deep.equal({ work: [], jobs: 0 })
    await lock(`now() - interval '2 seconds'`)
    expect(await look()).to.deep.equal({ work: ['taken jobs'], jobs: 0 })
  })
})
