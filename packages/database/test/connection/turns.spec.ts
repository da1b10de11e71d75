import { setImmediate } from 'node:timers/promises'
import { expect } from 'chai'
import { PoolExhausted } from '../../src/connection/errors.ts'
import { Turns } from '../../src/connection/turns.ts'
import { type Db, type Pool, transaction, transactionInTurn } from '../../src/index.ts'
import { openDatabase } from '../open-database.ts'

describe('turns', () => {
  it('run the callers with one key in the order of their calls, and others beside them', async () => {
    const turns = new Turns()
    const done: string[] = []
    const first = Promise.withResolvers<void>()
    const calls = [
      turns.take('a', () => first.promise.then(() => done.push('a1'))),
      turns.take('a', async () => done.push('a2')),
      turns.take('a', async () => done.push('a3')),
      turns.take('b', async () => done.push('b1')),
    ]
    await setImmediate()
    expect(done).to.deep.equal(['b1'])
    first.resolve()
    await Promise.all(calls)
    expect(done).to.deep.equal(['b1', 'a1', 'a2', 'a3'])
  })

  it('run as many callers with one key at the same time as they may', async () => {
    const turns = new Turns({ atOnce: 2 })
    const begun: number[] = []
    const works = [1, 2, 3].map(() => Promise.withResolvers<void>())
    const calls = works.map(({ promise }, caller) =>
      turns.take('a', async () => {
        begun.push(caller)
        await promise
      }),
    )
    await setImmediate()
    expect(begun).to.deep.equal([0, 1])
    works[1]?.resolve()
    await calls[1]
    await setImmediate()
    expect(begun).to.deep.equal([0, 1, 2])
    for (const { resolve } of works) resolve()
    await Promise.all(calls)
  })

  it('end with a failure, which is that of its caller alone', async () => {
    const turns = new Turns()
    const failing = turns.take('a', () => Promise.reject(new Error('failed')))
    const next = turns.take('a', async () => 'done')
    expect(await failing.catch(({ message }: Error) => message)).to.equal('failed')
    expect(await next).to.equal('done')
    expect(await turns.take('a', async () => 'again')).to.equal('again')
  })

  it('are waited for by a limited number of callers, each for a limited time', async () => {
    const turns = new Turns({ maxWaiting: 2, waitMs: 20 })
    const first = Promise.withResolvers<void>()
    const begun: number[] = []
    const holder = turns.take('a', () => first.promise)
    const others = [1, 2, 3].map((caller) =>
      turns.take('a', async () => begun.push(caller)).catch((error: unknown) => error),
    )
    for (const error of await Promise.all(others)) expect(error).to.be.instanceOf(PoolExhausted)
    const next = turns.take('a', async () => 'next')
    first.resolve()
    await holder
    expect(await next).to.equal('next')
    expect(begun).to.deep.equal([])
  })
})

describe('transactions that lock one row', () => {
  let pool: Pool
  let db: Db
  let close: () => Promise<void>
  const organization = '01a00000-0000-7000-8000-000000000001'
  before(async () => {
    ;({ pool, db, close } = await openDatabase({ max: 4, connectTimeoutMs: 60_000 }))
    await pool.query("insert into organization (id, name, created_at) values ($1, 'Test', now())", [organization])
  })
  after(() => close())

  it('take no connection from others while they wait', async () => {
    const locked = Promise.withResolvers<void>()
    const release = Promise.withResolvers<void>()
    const lock = (tx: Db) =>
      tx.kysely.selectFrom('organization').select('id').where('id', '=', organization).forNoKeyUpdate().execute()
    const holder = transaction(db, async (tx) => {
      await lock(tx)
      locked.resolve()
      await release.promise
    })
    await locked.promise
    const waiting = Array.from({ length: 12 }, () => transactionInTurn(db, ['organization', organization], lock))
    try {
      // More often than there are connections.
      for (let time = 0; time < 20; time++) await pool.query('select 1')
      expect(pool.waitingCount).to.equal(0)
    } finally {
      release.resolve()
      await holder
    }
    expect(await Promise.all(waiting)).to.deep.equal(Array.from({ length: 12 }, () => [{ id: organization }]))
  })
})
