import { connect, createServer, type Socket } from 'node:net'
import { ServiceError } from '@carillon/errors'
import { createLogger } from '@carillon/log'
import { freshDatabase } from '@carillon/testkit'
import { expect } from 'chai'
import { sql } from 'kysely'
import {
  changedNothing,
  openDb,
  openPool,
  type Pool,
  type PoolOptions,
  takesWrites,
  transaction,
  translateDatabaseError,
} from '../../src/index.ts'

const log = createLogger({ name: 'test', level: 'silent' })

/** A way to the database on which, from `swallow` on, nothing arrives any more in either direction. */
async function startHole(databaseUrl: string) {
  const { hostname, port } = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  let isOpen = true
  let isDamaging = false
  const pass = (to: Socket) => (chunk: Buffer) => void (isOpen && to.write(chunk))
  const server = createServer((near) => {
    const far = connect(Number(port), hostname)
    for (const socket of [near, far]) sockets.add(socket.on('error', () => {}))
    near.on('data', pass(far)).on('close', () => far.destroy())
    far
    far
      .on('data', (chunk: Buffer) => pass(near)(isDamaging ? Buffer.alloc(chunk.length) : chunk))
      .on('close', () => near.destroy())
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  const url = new URL(databaseUrl)
  url.port = String(typeof address === 'object' && address ? address.port : 0)
  return {
    url: url.href,
    swallow() {
      isOpen = false
    },
    openAgain() {
      isOpen = true
      isDamaging = false
    },
    /** Replaces each byte of the server by zero. */
    damage() {
      isDamaging = true
    },
    async close() {
      const closed = new Promise((done) => server.close(done))
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}

const codeOf = async (work: Promise<unknown>): Promise<string> => {
  const thrown = await work.then(
    () => undefined,
    (error: unknown) => error,
  )
  const failure = translateDatabaseError(thrown)
  return failure instanceof ServiceError ? `${failure.status} ${failure.code}` : String(failure)
}

/** Repeats what a busy machine may not finish within the limits of the pool; the test's own limit ends it. */
async function repeated<T>(work: () => Promise<T>): Promise<T> {
  for (;;) {
    const outcome = await work().then(
      (value) => ({ value }),
      () => undefined,
    )
    if (outcome) return outcome.value
    await new Promise((done) => setTimeout(done, 50))
  }
}

describe('a pool', () => {
  let fresh: Awaited<ReturnType<typeof freshDatabase>>
  let pools: Pool[] = []
  before(async () => {
    fresh = await freshDatabase()
  })
  afterEach(async () => {
    await Promise.all(pools.map((pool) => pool.end()))
    pools = []
  })
  after(() => fresh.drop())

  function open(options: Partial<PoolOptions>): Pool {
    const pool = openPool({ url: fresh.url, log, ...options })
    pools.push(pool)
    return pool
  }

  it('that is exhausted rejects at once callers beyond the queue limit', async () => {
    const pool = open({ max: 1, maxWaiting: 2, connectTimeoutMs: 60_000 })
    const db = openDb(pool)
    const holder = await pool.connect()
    const waiting = [pool.query('select 1'), sql`select 1`.execute(db.kysely)]
    while (pool.waitingCount < 2) await new Promise((done) => setImmediate(done))
    // The others are still waiting when these queries have returned.
    expect(await codeOf(pool.query('select 1'))).to.equal('503 temporarily_unavailable')
    expect(await codeOf(sql`select 1`.execute(db.kysely))).to.equal('503 temporarily_unavailable')
    expect(await codeOf(transaction(db, (tx) => sql`select 1`.execute(tx.kysely)))).to.equal(
      '503 temporarily_unavailable',
    )
    expect(pool.waitingCount).to.equal(2)
    holder.release()
    await Promise.all(waiting)
    await pool.query('select 1')
  })

  it('that is exhausted rejects waiting callers after their timeout', async () => {
    const pool = open({ max: 1, connectTimeoutMs: 1_500 })
    const holder = await repeated(() => pool.connect())
    expect(await codeOf(pool.query('select 1'))).to.equal('502 database_error')
    holder.release()
    await pool.query('select 1')
  })

  it('ends a query that takes too long in the server, and goes on with the same connection', async () => {
    // The client gives up a quarter later than the server, which a busy machine must not use up.
    const pool = open({ max: 1, statementTimeoutMs: 8_000, connectTimeoutMs: 60_000 })
    const [{ pid } = { pid: 0 }] = (
      await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(openDb(pool).kysely)
    ).rows
    expect(await codeOf(sql`select pg_sleep(60)`.execute(openDb(pool).kysely))).to.equal('502 database_error')
    const after = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(openDb(pool).kysely)
    expect(after.rows[0]?.pid).to.equal(pid)
  })

  it('that cannot connect fails as the database, whatever the reason', async () => {
    const noSocket = new URL(fresh.url)
    noSocket.searchParams.set('host', '/no/such/folder')
    const noDatabase = new URL(fresh.url)
    noDatabase.pathname = '/no_such_database'
    for (const { href: url } of [noSocket, noDatabase]) {
      expect(await codeOf(sql`select 1`.execute(openDb(open({ url })).kysely)), url).to.equal('502 database_error')
    }
  })

  it('whose connection breaks fails as the database, whatever the reason', async () => {
    for (const code of ['ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH']) {
      const broken = Object.assign(new Error(`read ${code}`), { code })
      expect(await codeOf(Promise.reject(broken)), code).to.equal('502 database_error')
    }
  })

  it('tells failures that changed nothing from lost responses', async () => {
    const outcomeOf = async (text: string, options: Partial<PoolOptions> = {}): Promise<boolean> => {
      const { kysely } = openDb(open(options))
      return changedNothing(
        await sql
          .raw(text)
          .execute(kysely)
          .catch((error: unknown) => error),
      )
    }
    const closed = new URL(fresh.url)
    closed.port = '1'
    expect(await outcomeOf('select 1', { url: closed.href })).to.equal(true)
    expect(await outcomeOf('select 1 / 0')).to.equal(true)
    expect(await outcomeOf('select pg_terminate_backend(pg_backend_pid())')).to.equal(false)
  })

  describe('whose server has vanished without a word', () => {
    let hole: Awaited<ReturnType<typeof startHole>>
    beforeEach(async () => {
      hole = await startHole(fresh.url)
    })
    afterEach(() => hole.close())

    const holed = () => open({ url: hole.url, max: 1, statementTimeoutMs: 1_000, connectTimeoutMs: 2_000 })

    for (const [what, ask] of [
      ['a query of its own', (pool: Pool) => pool.query('select 1')],
      ['a query', (pool: Pool) => sql`select 1`.execute(openDb(pool).kysely)],
      ['a transaction', (pool: Pool) => transaction(openDb(pool), (tx) => sql`select 1`.execute(tx.kysely))],
    ] as const) {
      it(`gives up ${what}, takes no more from that connection, and goes on once the server is back`, async () => {
        const pool = holed()
        await repeated(() => ask(pool))
        hole.swallow()
        expect(await codeOf(ask(pool))).to.equal('502 database_error')
        expect(pool.totalCount).to.equal(0)
        // A new connection is not made either.
        expect(await codeOf(ask(pool))).to.equal('502 database_error')
        hole.openAgain()
        await repeated(() => ask(pool))
      })
    }

    it('takes no writes, keeps none of the connections that were checked, and does so again once it is back', async () => {
      const pool = holed()
      await repeated(() => pool.query('select 1'))
      hole.swallow()
      expect(await takesWrites(pool, 15_000)).to.equal(false)
      expect(pool.totalCount).to.equal(0)
      hole.openAgain()
      while (!(await takesWrites(pool, 15_000))) expect(pool.totalCount).to.equal(0)
    })

    it('fails as the database on a response that cannot be read, and takes no more from that connection', async () => {
      const pool = open({ url: hole.url })
      const { kysely } = openDb(pool)
      await sql`select 1`.execute(kysely)
      hole.damage()
      expect(await codeOf(sql`select ${1}::int`.execute(kysely))).to.equal('502 database_error')
      expect(pool.totalCount).to.equal(0)
      hole.openAgain()
      expect((await sql`select ${2}::int as two`.execute(kysely)).rows).to.deep.equal([{ two: 2 }])
    })

    it('gives up a transaction in its middle', async () => {
      const pool = holed()
      await repeated(() => pool.query('select 1'))
      const begun = transaction(openDb(pool), async (tx) => {
        await sql`select 1`.execute(tx.kysely)
        hole.swallow()
        await sql`select 2`.execute(tx.kysely)
      })
      expect(await codeOf(begun)).to.equal('502 database_error')
      hole.openAgain()
      await repeated(() => pool.query('select 1'))
    })
  })
})
