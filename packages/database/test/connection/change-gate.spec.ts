import { expect } from 'chai'
import { sql } from 'kysely'
import { changesAfter, type Db, type Pool, transaction } from '../../src/index.ts'
import { openDatabase } from '../open-database.ts'

describe('changes that wait for something else to be stored', () => {
  let pool: Pool
  let db: Db
  let close: () => Promise<void>
  before(async () => {
    ;({ pool, db, close } = await openDatabase({ max: 3 }))
    await pool.query('create table thing (id int)')
  })
  beforeEach(() => pool.query('truncate thing'))
  after(() => close())

  const add = (on: Db, id: number) => on.query('insert into thing values ($1::int)', [id])
  const ids = async () => (await pool.query('select id from thing order by id')).rows.map(({ id }) => id)

  const changes: Record<string, (work: { reached(): void }) => Promise<unknown>> = {
    'a handwritten statement': ({ reached }) => {
      reached()
      return add(db, 1)
    },
    'a statement of the query builder': ({ reached }) => {
      reached()
      return sql`insert into thing values (${1}::int)`.execute(db.kysely)
    },
    'a transaction, whose statements are sent already': ({ reached }) =>
      transaction(db, async (tx) => {
        await add(tx, 1)
        expect(await tx.query('select id from thing', [])).to.deep.equal([{ id: 1 }])
        reached()
      }),
  }
  for (const [name, change] of Object.entries(changes)) {
    it(`are stored after it: ${name}`, async () => {
      const [gate, began] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      const changed = changesAfter(gate.promise, () => change({ reached: began.resolve }))
      await began.promise
      // Two round trips, one of them in the same context.
      expect(await changesAfter(gate.promise, () => db.query('select id from thing', []))).to.deep.equal([])
      expect(await ids()).to.deep.equal([])
      gate.resolve()
      await changed
      expect(await ids()).to.deep.equal([1])
    })
  }

  it('do not delay reads, nor a transaction that is rolled back', async () => {
    const never = new Promise<void>(() => {})
    const rejected = await changesAfter(never, async () => {
      await sql`select id from thing`.execute(db.kysely)
      return transaction(db, async (tx) => {
        await add(tx, 1)
        throw new Error('rejected')
      }).catch((error: Error) => error.message)
    })
    expect(rejected).to.equal('rejected')
    expect(await ids()).to.deep.equal([])
  })

  it('leave a connection to what they wait for, however many they are', async () => {
    const gate = Promise.withResolvers<void>()
    let sent = 0
    const all = Array.from({ length: 20 }, (_, id) =>
      changesAfter(gate.promise, () =>
        transaction(db, async (tx) => {
          await add(tx, id)
          sent++
        }),
      ),
    )
    while (sent === 0) await db.query('select 1', [])
    await db.query('select 1', [])
    gate.resolve()
    await Promise.all(all)
    expect(await ids()).to.have.length(20)
  })
})
