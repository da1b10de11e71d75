import { once } from 'node:events'
import { createLogger } from '@carillon/log'
import { freshDatabase, startTransactionPooler, type TransactionPooler } from '@carillon/testkit'
import { expect } from 'chai'
import { sql } from 'kysely'
import { listen, openDb, openPool, type Pool, type PoolOptions, transaction } from '../../src/index.ts'

const log = createLogger({ name: 'test', level: 'silent' })

describe('behind a pooler in transaction mode', () => {
  let fresh: Awaited<ReturnType<typeof freshDatabase>>
  let pooler: TransactionPooler
  let pools: Pool[] = []
  before(async () => {
    fresh = await freshDatabase()
    pooler = await startTransactionPooler(fresh.url, { size: 1 })
  })
  afterEach(async () => {
    await Promise.all(pools.map((pool) => pool.end()))
    pools = []
  })
  after(async () => {
    await pooler.close()
    await fresh.drop()
  })

  function open(options: Partial<PoolOptions> = {}): Pool {
    const limits = { max: 4, connectTimeoutMs: 60_000 }
    const pool = openPool({ url: pooler.url, log, ...limits, pooled: true, prepares: false, ...options })
    pools.push(pool)
    return pool
  }

  const backend = async (pool: Pool) => (await pool.query('select pg_backend_pid() as pid')).rows[0].pid

  it('queries of several processes share one connection, each with its own values', async () => {
    const [one, two] = [open(), open()]
    expect(await backend(one)).to.equal(await backend(two))
    const sums = Array.from({ length: 40 }, async (_, at) => {
      const db = openDb(at % 2 === 0 ? one : two)
      const { rows } = await sql<{ sum: number }>`select ${at}::int + 1 as sum`.execute(db.kysely)
      return rows[0]?.sum
    })
    expect(await Promise.all(sums)).to.deep.equal(Array.from({ length: 40 }, (_, at) => at + 1))
  })

  it('a transaction has its connection to itself until it ends', async () => {
    const [one, two] = [open(), open()]
    await one.query('create table thing (id int)')
    const order: string[] = []
    const began = Promise.withResolvers<void>()
    const other = began.promise.then(async () => {
      const { rows } = await two.query('select count(*)::int as count from thing')
      order.push(`other read ${rows[0].count}`)
    })
    await transaction(openDb(one), async (tx) => {
      await sql`insert into thing values (${1}::int)`.execute(tx.kysely)
      began.resolve()
      await sql`insert into thing values (${2}::int)`.execute(tx.kysely)
      order.push('two were inserted')
    })
    await other
    expect(order).to.deep.equal(['two were inserted', 'other read 2'])
  })

  it('a client that leaves within a transaction leaves its connection, and nothing of the transaction, to others', async () => {
    const [one, two] = [open(), open()]
    await one.query('create table left_thing (id int)')
    const client = await one.connect()
    await client.query('begin')
    await client.query('insert into left_thing values (1)')
    const waiting = two.query('select count(*)::int as count from left_thing')
    client.release(true)
    expect((await waiting).rows[0].count).to.equal(0)
  })

  it('names of statements would meet on the shared connection, so that none are given', async () => {
    const send = (pool: Pool) => openDb(pool).query('select $1::int as value', [1])
    await send(open())
    await send(open())
    await send(open({ prepares: true }))
    const failure = await send(open({ prepares: true })).catch((error: unknown) => error)
    expect(failure).to.include({ code: '42P05' })
  })

  it('a setting of a session is rejected when the connection begins, so that none is sent', async () => {
    expect(await backend(open())).to.be.a('number')
    const failure = await backend(open({ pooled: false })).catch((error: unknown) => error)
    expect(String(failure)).to.contain('unsupported startup parameter: statement_timeout')
  })

  it('what is notified through it arrives where a session listens', async () => {
    const listener = await listen({ url: fresh.url, channels: ['news'], log })
    try {
      const heard = once(listener.events, 'news')
      await open().query(`select pg_notify('news', 'told')`)
      expect(await heard).to.deep.equal(['told'])
    } finally {
      await listener.close()
    }
  })
})
