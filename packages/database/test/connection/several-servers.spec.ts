import { once } from 'node:events'
import { createLogger } from '@carillon/log'
import { type ReplicatedServers, startReplicatedServers } from '@carillon/testkit'
import { expect } from 'chai'
import { sql } from 'kysely'
import { isDatabaseFailure } from '../../src/connection/errors.ts'
import {
  acquireLease,
  type Db,
  listen,
  openDb,
  openPool,
  type Pool,
  type PoolOptions,
  takesWrites,
  transaction,
} from '../../src/index.ts'

const log = createLogger({ name: 'test', level: 'silent' })

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : String(error))

/** Repeats what fails while a server is replaced. */
async function untilDone<T>(work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!isDatabaseFailure(error)) throw error
    }
    await new Promise((done) => setTimeout(done, 50))
  }
}

const portOf = async (db: Db) =>
  (await sql<{ port: string }>`select current_setting('port') as port`.execute(db.kysely)).rows[0]?.port
const insert = (db: Db) => sql`insert into thing default values`.execute(db.kysely)

describe('a database of several servers', () => {
  let servers: ReplicatedServers
  let pools: Pool[] = []
  beforeEach(async () => {
    servers = await startReplicatedServers()
    await servers.execute(servers.primary, 'create table thing (id serial)')
    await servers.replicated()
  })
  afterEach(async () => {
    await Promise.all(pools.map((pool) => pool.end()))
    pools = []
    await servers.stop()
  })

  function open(url: string, options: Partial<PoolOptions> = {}): Pool {
    // Without timeouts: however slow a server is, its response counts.
    const pool = openPool({ url, log, max: 3, connectTimeoutMs: 0, statementTimeoutMs: 0, ...options })
    pools.push(pool)
    return pool
  }

  const portIn = (url: string) => new URL(url).port

  it('is written to on the one that takes writes, whichever comes first', async () => {
    const swapped = servers.both.replace(/@(.*),(.*)\/postgres/, '@$2,$1/postgres')
    for (const url of [servers.both, swapped]) {
      const db = openDb(open(url))
      await Promise.all(Array.from({ length: 6 }, () => insert(db)))
      expect(await portOf(db)).to.equal(portIn(servers.primary))
    }
  })

  it('is read from a standby that would reject the level of transactions which the database has set', async () => {
    const level = "alter database postgres set default_transaction_isolation = 'serializable'"
    await servers.execute(servers.primary, level)
    const early = open(servers.standby)
    while ((await early.query('select from pg_db_role_setting')).rowCount === 0) await early.query('select')
    const { rows } = await open(servers.standby).query('select pg_is_in_recovery() as "isStandby"')
    expect(rows).to.deep.equal([{ isStandby: true }])
  })

  it('goes on with the standby when it is promoted after the end of the other', async () => {
    const pool = open(servers.both)
    const db = openDb(pool)
    await insert(db)
    await servers.killPrimary()
    expect(await takesWrites(pool, 15_000)).to.equal(false)
    await servers.execute(servers.standby, 'select pg_promote()')
    await untilDone(() => insert(db))
    expect(await portOf(db)).to.equal(portIn(servers.standby))
    expect(await takesWrites(pool, 15_000)).to.equal(true)
  })

  it('goes on with the promoted one when the other becomes read-only and keeps its connections', async () => {
    const pool = open(servers.both)
    const db = openDb(pool)
    const clients = await Promise.all(Array.from({ length: 3 }, () => pool.connect()))
    for (const client of clients) client.release()
    expect(pool.totalCount).to.equal(3)
    await servers.execute(servers.standby, 'select pg_promote()')
    await servers.execute(
      servers.primary,
      `alter system set default_transaction_read_only = on`,
      'select pg_reload_conf()',
    )
    const failures: string[] = []
    const write = () => transaction(db, (tx) => insert(tx).then(() => portOf(tx)))
    // At first the server may not have read its settings again.
    for (let port: string | undefined; port !== portIn(servers.standby); ) {
      port = await write().catch((error: unknown) => {
        failures.push(codeOf(error))
        if (failures.length > 3) throw error
        return undefined
      })
    }
    // Each of the connections is closed by its error.
    expect(new Set(failures)).to.deep.equal(new Set(['25006']))
    expect(failures).to.have.lengthOf.at.most(3)
  })

  it('a single read-only server does not take writes, and its connection is not kept', async () => {
    const pool = open(servers.standby)
    expect(await takesWrites(pool, 15_000)).to.equal(false)
    expect(pool.totalCount).to.equal(0)
    await servers.execute(servers.standby, 'select pg_promote()')
    expect(await takesWrites(pool, 15_000)).to.equal(true)
  })

  it('with target_session_attrs a single read-only server is not connected to', async () => {
    const failure = await open(`${servers.standby}?target_session_attrs=read-write`)
      .query('select 1')
      .catch((error: unknown) => error)
    expect(failure).to.include({ code: '25006' })
  })

  it('is listened to, and a lease is taken, where writes go', async () => {
    const [both, standby] = [`${servers.both}?connect_timeout=0`, `${servers.standby}?connect_timeout=0`]
    const listener = await listen({ url: both, channels: ['news'], log })
    const lease = await acquireLease({ url: both, name: 'one', log, onLost() {} })
    try {
      const heard = once(listener.events, 'news')
      await servers.execute(servers.primary, `select pg_notify('news', 'told')`)
      expect(await heard).to.deep.equal(['told'])
      const lost = await acquireLease({ url: standby, name: 'two', log, onLost() {} }).catch((error: unknown) => error)
      expect(lost).to.include({ code: '25006' })
    } finally {
      await lease.release()
      await listener.close()
    }
  })
})
