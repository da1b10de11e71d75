import { connect, createServer, type Server, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { openDb, openPool } from '@carillon/database'
import { createLogger } from '@carillon/log'
import { expect } from 'chai'
import { checkMigrations, readiness } from '../src/index.ts'
import { createProcessState } from '../src/process-state/process-state.ts'
import { type Harness, startHarness } from './harness.ts'

describe('readiness', () => {
  let harness: Harness
  let silent: Server
  const sockets = new Set<Socket>()
  before(async () => {
    harness = await startHarness()
    silent = createServer((socket) => void sockets.add(socket.on('error', () => {})))
    await new Promise<void>((done) => silent.listen(0, '127.0.0.1', done))
  })
  after(async () => {
    for (const socket of sockets) socket.destroy()
    await new Promise((done) => silent.close(done))
    await harness.close()
  })

  it('is there with the database and its migrations', async () => {
    expect(await readiness(harness.context)).to.deep.equal({ database: true, migrations: true })
  })

  it('is checked once for all that ask at the same time, and again afterwards', async () => {
    const { pool } = harness.context
    let connections = 0
    pool.on('acquire', () => connections++)
    const ask = () => readiness(harness.context)
    await ask()
    const ofOne = connections
    expect(ofOne).to.be.greaterThan(0)
    await Promise.all(Array.from({ length: 20 }, ask))
    expect(connections).to.equal(2 * ofOne)
    await ask()
    expect(connections).to.equal(3 * ofOne)
  })

  it('knows the migrations without a query once it has seen them, and until then by one for all', async () => {
    const { pool } = harness.context
    const context = { ...harness.context, state: createProcessState() }
    let connections = 0
    pool.on('acquire', () => connections++)
    const checks = Array.from({ length: 20 }, () => checkMigrations(context))
    expect(checks).not.to.include(null)
    await Promise.all(checks)
    expect(connections).to.equal(1)
    expect(checkMigrations(context)).to.equal(null)
    const other = { ...harness.context, state: createProcessState() }
    await readiness(other)
    expect(checkMigrations(other)).to.equal(null)
  })

  it('rejects as a failure of the database what it cannot know of the migrations', async () => {
    const log = createLogger({ name: 'test', level: 'silent' })
    const pool = openPool({ url: 'postgres://nobody@127.0.0.1:1/none', log })
    const context = { ...harness.context, pool, state: createProcessState() }
    const failure = await checkMigrations(context)?.catch((error: unknown) => error)
    expect(failure).to.include({ code: 'database_error' })
    await pool.end()
  })

  it('is not there when the database accepts the connection and then says nothing', async () => {
    const address = silent.address()
    const port = typeof address === 'object' && address ? address.port : 0
    const pool = openPool({
      url: `postgres://nobody@127.0.0.1:${port}/none`,
      log: createLogger({ name: 'test', level: 'silent' }),
    })
    const hanging = { ...harness.context, pool, db: openDb(pool) }
    // The pool's own limits would end the wait later, and for each of its attempts again.
    expect(await readiness(hanging)).to.deep.equal({ database: false, migrations: false })
    expect(sockets.size).to.be.at.least(1)
    for (const socket of sockets) socket.destroy()
    await pool.end()
  })

  it('keeps no connection on which the database no longer responds', async () => {
    const url = new URL(harness.context.config.databaseUrl)
    const server = { host: url.hostname, port: Number(url.port) }
    let near: Socket | undefined
    const relay = createServer((socket) => {
      const far = connect(server, () => socket.pipe(far).pipe(socket))
      socket.on('close', () => far.destroy()).on('error', () => {})
      near = socket
    })
    await new Promise<void>((done) => relay.listen(0, '127.0.0.1', done))
    const address = relay.address()
    url.port = String(typeof address === 'object' && address ? address.port : 0)
    const pool = openPool({ url: url.href, log: createLogger({ name: 'test', level: 'silent' }) })
    const context = { ...harness.context, pool, db: openDb(pool) }
    try {
      expect((await readiness(context)).database).to.equal(true)
      near?.unpipe()
      expect((await readiness(context)).database).to.equal(false)
      // Its time began when it got the connection.
      for (let tries = 0; tries < 100 && pool.totalCount > 0; tries++) await sleep(50)
      expect(pool.totalCount).to.equal(0)
    } finally {
      near?.destroy()
      relay.close()
      await pool.end()
    }
  })
})
