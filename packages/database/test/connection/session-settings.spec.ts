import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { createLogger } from '@carillon/log'
import { freshDatabase, startTransactionPooler } from '@carillon/testkit'
import { expect } from 'chai'
import { sql } from 'kysely'
import pg from 'pg'
import {
  acquireLease,
  createPartitions,
  type Db,
  dropPartitionsBefore,
  listen,
  openDb,
  openPool,
  type Pool,
  type PoolOptions,
  transaction,
} from '../../src/index.ts'

const log = createLogger({ name: 'test', level: 'silent' })

/** Settings of an operator's database, each of which changed what was read, failed statements or ended connections. */
const unusual = {
  DateStyle: 'SQL, DMY',
  TimeZone: 'Asia/Kolkata',
  standard_conforming_strings: 'off',
  array_nulls: 'off',
  quote_all_identifiers: 'on',
  default_transaction_isolation: 'serializable',
  statement_timeout: '300ms',
  lock_timeout: '200ms',
  idle_session_timeout: '400ms',
  synchronous_commit: 'off',
}

const moment = new Date('2026-02-03T04:05:06.789Z')

describe('a database whose settings are not the defaults', () => {
  let fresh: Awaited<ReturnType<typeof freshDatabase>>
  let pools: Pool[] = []
  before(async () => {
    fresh = await freshDatabase()
    const admin = new pg.Client({ connectionString: fresh.url })
    await admin.connect()
    const name = pg.escapeIdentifier(new URL(fresh.url).pathname.slice(1))
    for (const [setting, value] of Object.entries(unusual))
      await admin.query(`alter database ${name} set ${setting} = ${pg.escapeLiteral(value)}`)
    await admin.end()
  })
  afterEach(async () => {
    await Promise.all(pools.map((pool) => pool.end()))
    pools = []
  })
  after(() => fresh.drop())

  function open(options: Partial<PoolOptions> = {}): Pool {
    const pool = openPool({ url: fresh.url, log, ...options })
    pools.push(pool)
    return pool
  }

  const withParameters = (parameters: Readonly<Record<string, string>>) => {
    const url = new URL(fresh.url)
    for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
    return url.href
  }

  const settingOf = async (pool: Pool, name: string): Promise<unknown> =>
    (await pool.query(`select current_setting('${name}') as value`)).rows[0]?.value

  async function readsTimes(db: Db): Promise<void> {
    const columns = sql<unknown>`select ${moment}::timestamptz as time, ${'2026-02-03'}::date as day,
      ${moment}::timestamptz::text as text, ${'2026-02-03'}::text::date::text as "dayText"`
    const { rows } = await columns.execute(db.kysely)
    const text = '2026-02-03 04:05:06.789+00'
    expect(rows).to.deep.equal([{ time: moment, day: '2026-02-03', text, dayText: '2026-02-03' }])
  }

  async function dropsPartitions(db: Db, table: string): Promise<void> {
    await sql`create table ${sql.id(table)} (id uuid not null) partition by range (id)`.execute(db.kysely)
    const [name] = await createPartitions(db, table, { from: moment, to: new Date(moment.getTime() + 1) })
    expect(await dropPartitionsBefore(db, table, new Date(moment.getTime() + 86_400_000))).to.deep.equal([name])
  }

  it('gives times and dates as any other', () => readsTimes(openDb(open())))

  it('gives times and dates as any other if the URL lists several servers', () =>
    readsTimes(openDb(open({ url: withParameters({ target_session_attrs: 'read-write' }) }))))

  it('drops old partitions', () => dropsPartitions(openDb(open()), 'direct'))

  it('keeps nulls in lists of texts', async () => {
    const list = sql<{ texts: unknown }>`select ${[null, 'null', 'some']}::text[] as texts`
    expect((await list.execute(openDb(open()).kysely)).rows).to.deep.equal([{ texts: [null, 'null', 'some'] }])
  })

  it('changes a row for each of the clients that change it at the same time', async () => {
    const db = openDb(open())
    await sql`create table counter as select 0 as count`.execute(db.kysely)
    const add = (on: Db) => sql`update counter set count = count + 1`.execute(on.kysely)
    await Promise.all(Array.from({ length: 40 }, (_, at) => (at % 2 ? add(db) : transaction(db, add))))
    expect((await sql`select count from counter`.execute(db.kysely)).rows).to.deep.equal([{ count: 40 }])
  })

  it('limits neither the statements of migrations nor their waits', async () => {
    const pool = open({ statementTimeoutMs: 0 })
    await pool.query('select pg_sleep(0.6)')
    expect(await settingOf(pool, 'lock_timeout')).to.equal('0')
    expect(await settingOf(open({ statementTimeoutMs: 7_000 }), 'statement_timeout')).to.equal('7s')
  })

  it('has commits wait for the disk, except those of a pool that need not', async () => {
    expect(await settingOf(open(), 'synchronous_commit')).to.equal('on')
    expect(await settingOf(open({ synchronousCommit: 'off' }), 'synchronous_commit')).to.equal('off')
    const local = open({ url: withParameters({ options: '-c synchronous_commit=local' }) })
    expect(await settingOf(local, 'synchronous_commit')).to.equal('local')
  })

  it('keeps the settings of the URL', async () => {
    const pool = open({ url: withParameters({ lock_timeout: '8000', options: '-c idle_session_timeout=9min' }) })
    expect(await settingOf(pool, 'lock_timeout')).to.equal('8s')
    expect(await settingOf(pool, 'idle_session_timeout')).to.equal('9min')
  })

  it('ends neither the idle connections of a pool, nor a lease, nor a connection that listens', async () => {
    let isLost = false
    const onLost = () => {
      isLost = true
    }
    const lease = await acquireLease({ url: fresh.url, name: 'idle', log, onLost })
    const listener = await listen({ url: fresh.url, channels: ['news'], log })
    try {
      const pool = open({ max: 1 })
      const backend = async () => (await pool.query('select pg_backend_pid() as pid')).rows[0]?.pid
      const heard = once(listener.events, 'news')
      const before = await backend()
      // Longer than the server leaves a session idle.
      await sleep(1_000)
      expect(await backend()).to.equal(before)
      await pool.query(`select pg_notify('news', 'told')`)
      expect(await heard).to.deep.equal(['told'])
      expect(isLost).to.equal(false)
    } finally {
      await Promise.all([lease.release(), listener.close()])
    }
  })

  it('gives times and dates, and drops partitions, through a pooler as well', async () => {
    const pooler = await startTransactionPooler(fresh.url, { size: 2 })
    try {
      const pool = open({ url: pooler.url, pooled: true, prepares: false, connectTimeoutMs: 60_000 })
      await readsTimes(openDb(pool))
      await dropsPartitions(openDb(pool), 'pooled')
      const level = sql<{ level: string }>`select current_setting('transaction_isolation') as level`
      const { rows } = await transaction(openDb(pool), (tx) => level.execute(tx.kysely))
      expect(rows).to.deep.equal([{ level: 'read committed' }])
      await pool.end()
      pools = []
    } finally {
      await pooler.close()
    }
  })
})
