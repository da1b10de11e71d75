import type { EventEmitter } from 'node:events'
import { expect } from 'chai'
import { sql } from 'kysely'
import pg from 'pg'
import { type Db, openDb, type Pool, snapshot, type Tx, transaction } from '../../src/index.ts'
import { openDatabase } from '../open-database.ts'

describe('prepared statements', () => {
  let pool: Pool
  let db: Db
  let close: () => Promise<void>
  before(async () => {
    // One connection, so that every statement is prepared on the one that is looked at.
    ;({ pool, db, close } = await openDatabase({ max: 1 }))
    await pool.query('create table thing (id int)')
    await pool.query('insert into thing values (1)')
  })
  after(() => close())

  const things = (on: Db = db) => sql<{ id: number }>`select * from thing where id = ${1}::int`.execute(on.kysely)

  async function prepared(text: string): Promise<number> {
    const { rows } = await pool.query(
      'select count(*)::int as count from pg_prepared_statements where statement = $1',
      [text],
    )
    return rows[0].count
  }

  it('prepares what has values once', async () => {
    await things()
    await things()
    expect(await prepared('select * from thing where id = $1::int')).to.equal(1)
  })

  it('prepares nothing without values', async () => {
    await sql`select 'alone'`.execute(db.kysely)
    expect(await prepared(`select 'alone'`)).to.equal(0)
  })

  it('prepares nothing that has a part for each of many rows', async () => {
    const rows = (count: number) => Array.from({ length: count }, (_, id) => ({ id }))
    const counts = async () =>
      (await pool.query('select count(*)::int as count from pg_prepared_statements')).rows[0].count
    const inserted = (count: number) =>
      sql`insert into thing values ${sql.join(rows(count).map(({ id }) => sql`(${id}::int + 1000)`))}`.execute(
        db.kysely,
      )
    const before = await counts()
    for (const count of [64, 65, 70, 500]) await inserted(count)
    expect((await counts()) - before).to.equal(1)
  })

  it('shares statements with another view of the same pool', async () => {
    await things(openDb(pool))
    expect(await prepared('select * from thing where id = $1::int')).to.equal(1)
  })

  it('has the columns of a statement described once, also those of one within a transaction', async () => {
    const client = await pool.connect()
    const connection: EventEmitter = Reflect.get(client, 'connection')
    client.release()
    let described = 0
    const count = () => {
      described++
    }
    connection.on('rowDescription', count)
    const twice = (on: Db) => sql<{ value: string }>`select ${'once'}::text as value`.execute(on.kysely)
    const read = [await twice(db), await transaction(db, twice), await twice(db)]
    connection.off('rowDescription', count)
    expect(read.map(({ rows }) => rows)).to.deep.equal(Array(3).fill([{ value: 'once' }]))
    expect(described).to.equal(1)
  })

  it('gives the last of several columns with the same name, also if it is null', async () => {
    const { rows } = await sql`select ${'first'}::text as value, ${null}::text as value`.execute(db.kysely)
    expect(rows).to.deep.equal([{ value: null }])
  })

  it('rejects with an error that leads to the code that has sent the statement', async () => {
    const failure = await sql`select ${1}::int / 0`.execute(db.kysely).catch((error: unknown) => error)
    expect(failure).to.be.instanceOf(pg.DatabaseError).with.property('stack').that.contains('prepared.spec.ts')
    expect(await things())
      .to.have.property('rows')
      .that.has.length(1)
  })

  it('says how many rows a statement has changed', async () => {
    const changed = async (id: number) =>
      (await sql`update thing set id = id where id = ${id}::int`.execute(db.kysely)).numAffectedRows
    expect([await changed(1), await changed(2), await changed(1)]).to.deep.equal([1n, 0n, 1n])
  })

  it('goes on when a table has got another column meanwhile', async () => {
    await things()
    await pool.query('alter table thing add column more int')
    expect((await things()).rows).to.deep.equal([{ id: 1, more: null }])
  })

  it('runs a transaction again from its beginning when tables of it have got another column meanwhile', async () => {
    const lone = (on: Db) => sql`select * from lone where id = ${1}::int`.execute(on.kysely)
    await pool.query('create table lone (id int)')
    await things()
    await lone(db)
    let runs = 0
    const work = async (tx: Tx) => {
      runs++
      await sql`insert into lone values (${1}::int)`.execute(tx.kysely)
      return [(await things(tx)).rows, (await lone(tx)).rows]
    }
    await pool.query('alter table thing add column even_more int')
    await pool.query('alter table lone add column more int')
    expect(await transaction(db, work)).to.deep.equal([
      [{ id: 1, more: null, evenMore: null }],
      [{ id: 1, more: null }],
    ])
    expect(runs).to.equal(3)
    await pool.query('alter table thing add column most int')
    expect(await snapshot(db, async (tx) => (await things(tx)).rows)).to.have.length(1)
  })

  it('keeps at most 500 statements', async () => {
    for (let at = 0; at < 520; at++) await sql`select ${at}::int as ${sql.ref(`column_${at}`)}`.execute(db.kysely)
    const { rows } = await pool.query('select count(*)::int as count from pg_prepared_statements')
    expect(rows[0].count).to.be.within(490, 510)
    expect((await sql<{ response: number }>`select ${42}::int as response`.execute(db.kysely)).rows).to.deep.equal([
      { response: 42 },
    ])
  })
})
