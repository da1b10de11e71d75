import { setImmediate } from 'node:timers/promises'
import { expect } from 'chai'
import fc from 'fast-check'
import pg from 'pg'
import { changesAfter, type Db, type Pool, transaction } from '../../src/index.ts'
import { openDatabase } from '../open-database.ts'

describe('statements of simultaneous callers', () => {
  let url: string
  let pool: Pool
  let db: Db
  let close: () => Promise<void>
  before(async () => {
    ;({ url, pool, db, close } = await openDatabase({ max: 2 }))
    await pool.query('create table thing (id int primary key, at_commit int unique deferrable initially deferred)')
  })
  // The pool may still have connections that a test has ended.
  const empty = (): Promise<unknown> => pool.query('truncate thing').catch(empty)
  beforeEach(() => empty())
  after(() => close())

  interface Stored {
    id: number
    inTransaction: string
  }
  const insertText = `insert into thing (id, at_commit) values ($1::int, $2::int)
    returning id, pg_current_xact_id()::text as in_transaction`
  const insert = (id: number, atCommit: number | null = null) =>
    db.query<Stored>(insertText, [id, atCommit], 'durable').then(([row]) => row)
  const ids = async () => (await pool.query('select id from thing order by id')).rows.map(({ id }) => id)
  /** Prepares the statement on both connections, so that groups of it can be formed. */
  const prepare = async () => {
    for (let round = 0; round < 3; round++) {
      await Promise.all([101, 102, 103, 104, 105].map((id) => insert(id)))
      await pool.query('truncate thing')
    }
  }
  const codeOf = (error: unknown) => (error instanceof pg.DatabaseError ? error.code : String(error))
  const settled = (all: readonly Promise<Stored | undefined>[]) =>
    Promise.all(all.map((each) => each.then((row) => row?.id, codeOf)))

  it('share a transaction, and each gets its own rows', async () => {
    const first = insert(1)
    const rows = await Promise.all([first, ...[2, 3, 4, 5, 6, 7, 8].map((id) => insert(id))])
    expect(rows.map((row) => row?.id)).to.deep.equal([1, 2, 3, 4, 5, 6, 7, 8])
    const again = await Promise.all([11, 12, 13, 14, 15, 16].map((id) => insert(id)))
    expect(new Set(again.map((row) => row?.inTransaction)).size).to.be.lessThan(again.length)
    expect(await ids()).to.deep.equal([1, 2, 3, 4, 5, 6, 7, 8, 11, 12, 13, 14, 15, 16])
  })

  it('do so with those of the same kind of commit only', async () => {
    // Like `synchronous_commit`, a setting that holds until the end of the transaction.
    const mark = () =>
      db.query<object>(`select set_config('carillon.lazy', 'yes', true) where $1::int = 1`, [1], 'lazy')
    const markedText = `insert into thing values ($1::int) returning current_setting('carillon.lazy', true) as marked`
    const marked = (id: number) => db.query<{ marked: string | null }>(markedText, [id], 'durable')
    for (let round = 0; round < 4; round++) {
      const all = await Promise.all([1, 2, 3].flatMap((at) => [mark(), marked(10 * round + at)]))
      const found = all.flat().flatMap((row) => ('marked' in row ? [row.marked || null] : []))
      expect(found).to.deep.equal([null, null, null])
    }
  })

  it('fail alone', async () => {
    await insert(3)
    const results = await settled([1, 2, 3, 4].map((id) => insert(id)))
    expect(results).to.deep.equal([1, 2, '23505', 4])
    expect(await ids()).to.deep.equal([1, 2, 3, 4])
  })

  it('fail alone when it is the commit that fails', async () => {
    await insert(1, 7)
    const results = await settled([insert(2, 8), insert(3, 7), insert(4, 9)])
    expect(results).to.deep.equal([2, '23505', 4])
    expect(await ids()).to.deep.equal([1, 2, 4])
  })

  it('are stored as one by one, whatever of them fails', async () => {
    const statements = fc.array(
      fc.record({ id: fc.integer({ min: 1, max: 12 }), late: fc.integer({ min: 1, max: 12 }) }),
      {
        maxLength: 20,
      },
    )
    await fc.assert(
      fc.asyncProperty(statements, async (all) => {
        await pool.query('truncate thing')
        const results = await settled(all.map(({ id, late }) => insert(id, late)))
        const kept = results.filter((result) => typeof result === 'number')
        expect(await ids()).to.deep.equal(kept.toSorted((a, b) => a - b))
        expect(results.filter((result) => typeof result === 'string').every((code) => code === '23505')).to.equal(true)
        // Each that failed had a reason: a row with one of its values.
        const { rows } = await pool.query<{ id: number; at_commit: number }>('select id, at_commit from thing')
        for (const [at, result] of results.entries()) {
          const { id, late } = all[at] ?? { id: 0, late: 0 }
          const reasons = rows.filter((row) => row.id === id || row.at_commit === late)
          expect(typeof result === 'number' || reasons.length > 0).to.equal(true)
        }
      }),
      { numRuns: 60 },
    )
  })

  it('are not kept by one that waits for a lock', async () => {
    await prepare()
    await insert(1)
    const update = (id: number) =>
      db.query<Stored>(
        'update thing set at_commit = $1::int where id = $1::int returning id, null as in_transaction',
        [id],
        'durable',
      )
    await Promise.all([update(1), update(2), update(1), update(2)])
    const held = new pg.Client({ connectionString: url })
    await held.connect()
    try {
      await held.query('begin')
      await held.query('update thing set at_commit = 5 where id = 1')
      const blocked = update(1)
      const others = await Promise.all([2, 3, 4].map((id) => insert(id)))
      expect(others.map((row) => row?.id)).to.deep.equal([2, 3, 4])
      await held.query('rollback')
      expect((await blocked)[0]?.id).to.equal(1)
    } finally {
      await held.end()
    }
  })

  it('all learn that their connection was lost', async () => {
    const sleep = (id: number) =>
      db.query<Stored>(
        'insert into thing select $1::int, null from pg_sleep(0.2) returning id, null as in_transaction',
        [id],
        'durable',
      )
    await Promise.all([sleep(1), sleep(2), sleep(3), sleep(4)])
    await pool.query('truncate thing')
    const all = settled([5, 6, 7].map((id) => sleep(id).then(([row]) => row)))
    const other = new pg.Client({ connectionString: url })
    await other.connect()
    let stored: unknown[]
    try {
      const end = `select pg_terminate_backend(pid) from pg_stat_activity
        where query like 'insert into thing select%' and state = 'active' and datname = current_database()`
      while ((await other.query(end)).rowCount === 0) await setImmediate()
      await all
      stored = (await other.query('select id from thing')).rows.map(({ id }) => id)
    } finally {
      await other.end()
    }
    const results = await all
    for (const [at, result] of results.entries()) {
      expect(result === at + 5 ? stored.includes(result) : /^(57P01|Error: )/.test(String(result))).to.equal(true)
    }
    expect(results.some((result) => typeof result === 'string')).to.equal(true)
  })

  it('are not sent if the values of one cannot be, and the next group is', async () => {
    await prepare()
    const unfit = {
      toPostgres: () => {
        throw new Error('unfit')
      },
    }
    const results = await settled([
      insert(1),
      db.query<Stored>(insertText, [unfit, null], 'durable').then(([row]) => row),
      insert(2),
    ])
    expect(results[1]).to.match(/unfit|terminated/)
    expect(await ids()).to.deep.equal(results.filter((result) => typeof result === 'number'))
    expect(await settled([insert(3), insert(4)])).to.deep.equal([3, 4])
  })

  it('still share a transaction beside one with a part for each of many rows, which is not prepared', async () => {
    await prepare()
    const text = `insert into thing (id) values ${Array.from({ length: 65 }, (_, at) => `($${at + 1}::int)`).join()}`
    for (let round = 1; round <= 4; round++) {
      const first = insert(round)
      const values = Array.from({ length: 65 }, (_, at) => 1_000 * round + at)
      const many = db.query(text, values, 'durable')
      const rows = await Promise.all([first, ...[11, 21, 31, 41, 51, 61].map((id) => insert(id + round))])
      await many
      expect(new Set(rows.map((row) => row?.inTransaction)).size, `round ${round}`).to.be.lessThan(rows.length)
    }
    expect(await ids()).to.have.length(4 * (7 + 65))
    const prepared = 'select count(*)::int as count from pg_prepared_statements where statement = $1'
    const found = await Promise.all([1, 2].map(() => pool.query(prepared, [text])))
    expect(found.map(({ rows }) => rows[0].count)).to.deep.equal([0, 0])
  })

  it('are prepared again after a change of their table', async () => {
    const all = (id: number) => db.query<object>('select * from thing where id >= $1::int', [id], 'lazy')
    await insert(1)
    for (let round = 0; round < 3; round++) await Promise.all([all(1), all(1), all(1)])
    await pool.query('alter table thing add column more int')
    const rows = await Promise.all([all(1), all(1), all(1)])
    expect(rows.map(([row]) => row)).to.deep.equal(Array(3).fill({ id: 1, atCommit: null, more: null }))
    await pool.query('alter table thing drop column more')
  })

  it('belong to the transaction that sends them', async () => {
    const failing = transaction(db, async (tx) => {
      await Promise.all([1, 2].map((id) => tx.query(insertText, [id, null], 'durable')))
      throw new Error('no')
    })
    expect(await failing.catch((error: unknown) => String(error))).to.equal('Error: no')
    expect(await ids()).to.deep.equal([])
  })

  it('wait for what has to be stored before them, but not for what has to be before others', async () => {
    await prepare()
    const gate = Promise.withResolvers<void>()
    const gated = changesAfter(gate.promise, () => insert(1))
    const reads = changesAfter(gate.promise, () => db.query('select id from thing where id = $1::int', [1], 'lazy'))
    const others = await Promise.all([2, 3].map((id) => insert(id)))
    expect(others.map((row) => row?.id)).to.deep.equal([2, 3])
    expect(await reads).to.deep.equal([])
    gate.resolve()
    await gated
    expect(await ids()).to.deep.equal([1, 2, 3])
  })
})
