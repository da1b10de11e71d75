import { randomUUIDv7 } from 'node:crypto'
import { createLogger } from '@carillon/log'
import { freshDatabase } from '@carillon/testkit'
import { expect } from 'chai'
import { type SqlBool, sql } from 'kysely'
import pg from 'pg'
import {
  createPartitions,
  createPartitionsAhead,
  type Db,
  dropPartitionsBefore,
  openDb,
  openPool,
  type Pool,
  purgeRows,
  withPartition,
} from '../src/index.ts'

const dayMs = 86_400_000
const at = (text: string) => new Date(`${text}Z`)

/** An id as it is generated at a time. */
function idAt(time: Date): string {
  const hex = time.getTime().toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-${randomUUIDv7().slice(14)}`
}

/** Tables by the type of their key, with the key of a row of a time. */
const tables = {
  by_time: { type: 'timestamptz', keyAt: (time: Date): string => time.toISOString() },
  by_id: { type: 'uuid', keyAt: idAt },
} as const

describe('partitions', () => {
  let fresh: Awaited<ReturnType<typeof freshDatabase>>
  let pool: Pool
  let db: Db
  let other: pg.Client
  beforeEach(async () => {
    fresh = await freshDatabase()
    pool = openPool({ url: fresh.url, log: createLogger({ name: 'test', level: 'silent' }) })
    db = openDb(pool)
    other = new pg.Client({ connectionString: fresh.url })
    await other.connect()
    for (const [table, { type }] of Object.entries(tables)) {
      await pool.query(`create table ${table} (key ${type}, number bigint not null default 1, primary key (key, number))
        partition by range (key)`)
      await pool.query(`create index ${table}_number on ${table} (number)`)
    }
  })
  afterEach(async () => {
    await other.end()
    await pool.end()
    await fresh.drop()
  })

  const insert = (table: keyof typeof tables, time: Date) =>
    pool.query(`insert into ${table} (key) values ($1)`, [tables[table].keyAt(time)])

  /** The names of a table's partitions, and in which of them rows are. */
  async function stateOf(table: string) {
    const attached = await pool.query(
      'select relname from pg_inherits join pg_class on oid = inhrelid where inhparent = $1::regclass order by 1',
      [table],
    )
    const rows = await pool.query(`select tableoid::regclass::text as name from ${table} order by 1`)
    return { partitions: attached.rows.map(({ relname }) => relname), rows: rows.rows.map(({ name }) => name) }
  }

  it('are in the schema of their table, and are dropped, when another one comes first on the search path', async () => {
    await pool.query('create schema apart')
    const name = new URL(fresh.url).pathname.slice(1)
    await pool.query(`alter database ${name} set search_path = apart, public`)
    const log = createLogger({ name: 'test', level: 'silent' })
    const apart = openPool({ url: fresh.url, log })
    try {
      const day = { from: at('2026-02-27T00:00'), to: at('2026-02-28T00:00') }
      expect(await createPartitions(openDb(apart), 'by_time', day)).to.deep.equal(['by_time_20260227'])
      expect(await dropPartitionsBefore(openDb(apart), 'by_time', day.to)).to.deep.equal(['by_time_20260227'])
    } finally {
      await apart.end()
    }
  })

  for (const table of ['by_time', 'by_id'] as const) {
    describe(table, () => {
      it('are created for each day of a period, and hold the rows of their day', async () => {
        const created = await createPartitions(db, table, { from: at('2026-02-27T13:00'), to: at('2026-03-01T00:00') })
        expect(created).to.deep.equal([`${table}_20260227`, `${table}_20260228`])
        for (const time of ['2026-02-27T00:00', '2026-02-27T23:59:59.999', '2026-02-28T00:00'])
          await insert(table, at(time))
        expect((await stateOf(table)).rows).to.deep.equal([...Array(2).fill(`${table}_20260227`), `${table}_20260228`])
        const failure = await insert(table, at('2026-03-01T00:00')).catch((error: unknown) => error)
        expect(failure).to.include({ code: '23514' })
      })

      it('are dropped when all of their day is before the time, and not earlier', async () => {
        await createPartitions(db, table, { from: at('2026-02-27T00:00'), to: at('2026-03-02T00:00') })
        for (const day of ['2026-02-27', '2026-02-28', '2026-03-01']) await insert(table, at(`${day}T12:00`))
        expect(await dropPartitionsBefore(db, table, at('2026-02-27T23:59:59.999'))).to.deep.equal([])
        expect(await dropPartitionsBefore(db, table, at('2026-03-01T00:00'))).to.deep.equal([
          `${table}_20260227`,
          `${table}_20260228`,
        ])
        const left = `${table}_20260301`
        expect(await stateOf(table)).to.deep.equal({ partitions: [left], rows: [left] })
        expect(
          (await pool.query(`select from pg_class where relname like '${table}_2%' and relkind = 'r'`)).rowCount,
        ).to.equal(1)
      })
    })
  }

  it('have the indexes and the primary key of their table', async () => {
    await createPartitionsAhead(db, 'by_id', at('2026-02-27T13:00'))
    const { rows } = await pool.query("select indexdef from pg_indexes where tablename = 'by_id_20260306' order by 1")
    expect(rows.map(({ indexdef }) => indexdef.replace(/^.* USING/, 'USING'))).to.have.members([
      'USING btree (key, number)',
      'USING btree (number)',
    ])
    const attached = await pool.query(
      "select from pg_inherits join pg_index on indexrelid = inhrelid where indrelid = 'by_id_20260306'::regclass",
    )
    expect(attached.rowCount).to.equal(2)
  })

  it('are created once by processes that race, for the day itself and a week', async () => {
    const now = at('2026-02-27T13:00')
    const created = await Promise.all(Array.from({ length: 6 }, () => createPartitionsAhead(db, 'by_time', now)))
    expect(created.flat()).to.have.length(8)
    expect((await stateOf('by_time')).partitions).to.deep.equal(created.flat().sort())
  })

  it('are created and dropped while another transaction has read and written the table', async () => {
    const old = at('2026-02-27T13:00')
    await createPartitions(db, 'by_time', { from: old, to: new Date(old.getTime() + 2 * dayMs) })
    await other.query("begin; insert into by_time values ('2026-02-28T01:00Z'); select from by_time")
    expect(await createPartitionsAhead(db, 'by_time', at('2026-03-05T00:00'))).to.have.length(7)
    await other.query('commit')
    expect(await dropPartitionsBefore(db, 'by_time', at('2026-02-28T00:00'))).to.deep.equal(['by_time_20260227'])
  })

  it('that a transaction still reads are hidden, and dropped by the next call', async () => {
    const impatient = openPool({
      url: fresh.url,
      log: createLogger({ name: 'test', level: 'silent' }),
      statementTimeoutMs: 2_000,
    })
    try {
      await createPartitions(db, 'by_time', { from: at('2026-02-27T00:00'), to: at('2026-03-01T00:00') })
      await insert('by_time', at('2026-02-27T12:00'))
      await other.query('begin isolation level repeatable read; select from by_time')
      const early = openDb(impatient)
      expect(await dropPartitionsBefore(early, 'by_time', at('2026-02-28T00:00'))).to.deep.equal([])
      expect((await stateOf('by_time')).rows).to.deep.equal([])
      expect((await other.query('select from by_time')).rowCount).to.equal(1)
      expect(await dropPartitionsBefore(early, 'by_time', at('2026-02-28T00:00'))).to.deep.equal([])
      await other.query('commit')
      expect(await dropPartitionsBefore(db, 'by_time', at('2026-02-28T00:00'))).to.deep.equal(['by_time_20260227'])
    } finally {
      await impatient.end()
    }
  })

  it('that were detached before a process ended are dropped; those that an operator detached are kept', async () => {
    await createPartitions(db, 'by_id', { from: at('2026-02-26T00:00'), to: at('2026-03-01T00:00') })
    await pool.query("comment on table by_id_20260226 is 'ended partition of by_id'")
    for (const day of ['20260226', '20260227']) await pool.query(`alter table by_id detach partition by_id_${day}`)
    expect(await dropPartitionsBefore(db, 'by_id', at('2026-02-28T00:00'))).to.deep.equal(['by_id_20260226'])
    expect((await pool.query('select from by_id_20260227')).rowCount).to.equal(0)
  })

  it('are dropped whatever plan reads the catalogue, beside those of tables with keys of another type', async () => {
    const days = { from: at('2026-02-01T00:00'), to: at('2026-02-04T00:00') }
    for (const table of ['by_time', 'by_id']) await createPartitions(db, table, days)
    const { rows } = await pool.query('select current_database() as name')
    for (const setting of ['enable_nestloop', 'enable_indexscan', 'enable_bitmapscan'])
      await pool.query(`alter database ${pg.escapeIdentifier(rows[0].name)} set ${setting} = off`)
    const planned = openPool({ url: fresh.url, log: createLogger({ name: 'test', level: 'silent' }) })
    try {
      for (const table of ['by_time', 'by_id']) {
        const dropped = await dropPartitionsBefore(openDb(planned), table, at('2026-02-03T00:00'))
        expect(dropped).to.deep.equal([`${table}_20260201`, `${table}_20260202`])
      }
    } finally {
      await planned.end()
    }
  })

  it('are dropped once by processes that race', async () => {
    await createPartitions(db, 'by_id', { from: at('2026-02-20T00:00'), to: at('2026-03-01T00:00') })
    const race = () => dropPartitionsBefore(db, 'by_id', at('2026-03-01T00:00'))
    await Promise.all([race(), race(), race()])
    await race()
    expect((await stateOf('by_id')).partitions).to.deep.equal([])
    expect(
      (await pool.query("select from pg_class where relname like 'by_id_2%' and relkind = 'r'")).rowCount,
    ).to.equal(0)
  })

  it('bear a purge by rows: those that have the same place in another partition are kept', async () => {
    await createPartitions(db, 'by_time', { from: at('2026-02-20T00:00'), to: at('2026-02-22T00:00') })
    for (const day of ['2026-02-20', '2026-02-21']) await insert('by_time', at(`${day}T12:00`))
    const policy = {
      table: 'by_time',
      rows: 'all',
      keptHours: 1,
      where: (before: Date) => sql<SqlBool>`key < ${before}`,
      why: 'a test',
    }
    const purged = await purgeRows(db, policy, at('2026-02-20T14:00'), new AbortController().signal)
    expect(purged).to.equal(1)
    expect((await stateOf('by_time')).rows).to.deep.equal(['by_time_20260221'])
  })

  it('are created when a row is inserted that has none', async () => {
    const time = at('2027-01-01T00:00')
    await withPartition(db, { table: 'by_id', at: () => time }, () => insert('by_id', time))
    expect(await stateOf('by_id')).to.deep.equal({ partitions: ['by_id_20270101'], rows: ['by_id_20270101'] })
  })

  it('are not created for a row that violates a constraint', async () => {
    await createPartitionsAhead(db, 'by_time', at('2026-02-27T13:00'))
    await pool.query('alter table by_time add check (number < 5)')
    const violating = () => pool.query("insert into by_time values ('2026-02-27T13:00Z', 9)")
    const failure = await withPartition(db, { table: 'by_time', at: () => at('2027-01-01T00:00') }, violating).catch(
      (error: unknown) => error,
    )
    expect(failure).to.include({ code: '23514', constraint: 'by_time_number_check' })
    expect((await stateOf('by_time')).partitions).to.have.length(8)
  })

  it('are not created for a table that is not partitioned', async () => {
    const failure = await createPartitionsAhead(db, 'message', at('2026-02-27T13:00')).catch((error: unknown) => error)
    expect(failure).to.have.property('message', 'message is not partitioned by the range of one id or time')
  })
})
