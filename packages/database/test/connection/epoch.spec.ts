import { randomUUIDv7 } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { createLogger } from '@carillon/log'
import {
  accountRow,
  type ReplicatedServers,
  startReplicatedServers,
  startTransactionPooler,
  type TransactionPooler,
} from '@carillon/testkit'
import { expect } from 'chai'
import {
  claimExternalWrite,
  type Db,
  type Failover,
  insertExternalWrite,
  insertOrganization,
  insertProfile,
  isUnknownTimeline,
  migrate,
  openDb,
  openPool,
  type Pool,
  readDatabaseEpoch,
  readExternalWrite,
  readReplication,
  takesNoWrites,
  upsertAccount,
} from '../../src/index.ts'

const log = createLogger({ name: 'test', level: 'silent' })
const now = new Date()

async function untilPromoted(servers: ReplicatedServers): Promise<void> {
  await servers.execute(servers.standby, 'select pg_promote(true, 60)')
}

/** An account of a new organization; returns what a write of it refers to. */
async function owner(db: Db) {
  const ids = { organizationId: randomUUIDv7(), profileId: randomUUIDv7() }
  await insertOrganization(db, { id: ids.organizationId, name: 'Test', createdAt: now })
  await insertProfile(db, {
    id: ids.profileId,
    organizationId: ids.organizationId,
    name: 'Test',
    externalId: null,
    metadata: null,
    createdAt: now,
  })
  const accountId = await upsertAccount(db, accountRow({ ...ids, platform: 'x', now }))
  return { ...ids, accountId }
}

describe('the epoch of a database', function () {
  this.timeout(120_000)
  let servers: ReplicatedServers
  let pools: Pool[] = []
  let poolers: TransactionPooler[] = []
  let failovers: Failover[] = []
  let owned: Awaited<ReturnType<typeof owner>>

  beforeEach(async () => {
    servers = await startReplicatedServers()
    await migrate({ url: servers.primary, log })
    owned = await owner(openDb(open(servers.primary)))
  })
  afterEach(async () => {
    await Promise.all(pools.map((pool) => pool.end()))
    await Promise.all(poolers.map((pooler) => pooler.close()))
    await servers.stop()
    ;[pools, poolers, failovers] = [[], [], []]
  })

  function open(url: string, promotesSynchronous = false, prepares = true): Pool {
    const epoch = { promotesSynchronous, onFailover: (failover: Failover) => failovers.push(failover) }
    const pool = openPool({ url, log, max: 3, prepares, pooled: !prepares, epoch })
    pools.push(pool)
    return pool
  }

  async function insert(db: Db, changes: { wakeAt?: Date | null; dueAt?: Date } = {}): Promise<string> {
    const id = randomUUIDv7()
    const [payload, state] = ['{}', '{}']
    const row = { id, kind: 'publish', ...owned, platform: 'x', requestId: 'test', payload, state } as const
    await insertExternalWrite(db, { ...row, createdAt: now, wakeAt: now, ...changes })
    return id
  }

  async function promote(): Promise<void> {
    await servers.killPrimary()
    await untilPromoted(servers)
  }

  const marked = async (db: Db, id: string) => (await readExternalWrite(db, id))?.changesLostAt instanceof Date

  it('grows when a standby is promoted, and open writes that are older are marked', async () => {
    const before = openDb(open(servers.primary))
    const [isOpen, ended, later] = [
      await insert(before),
      await insert(before, { wakeAt: null }),
      await insert(before, { dueAt: new Date(Date.now() + 3_600_000) }),
    ]
    await servers.replicated()
    const { timeline } = await readDatabaseEpoch(before)
    await promote()
    const db = openDb(open(servers.standby))
    const own = await insert(db)
    expect(await Promise.all([isOpen, ended, later, own].map((id) => marked(db, id)))).to.deep.equal([
      true,
      false,
      false,
      false,
    ])
    const epoch = await readDatabaseEpoch(db)
    expect(epoch.timeline).to.equal((timeline ?? 0) + 1)
    expect(failovers).to.deep.equal([
      { timeline: epoch.timeline, isComplete: false, completeUntil: epoch.completeUntil, marked: 1 },
    ])
  })

  it('says until when the promoted server was complete', async () => {
    const before = openDb(open(servers.primary))
    await insert(before)
    await servers.replicated()
    await servers.stopReplication()
    const lost = await insert(before)
    await promote()
    const db = openDb(open(servers.standby))
    expect(await readExternalWrite(db, lost)).to.equal(undefined)
    const { completeUntil, raisedAt } = await readDatabaseEpoch(db)
    expect(completeUntil).to.be.lessThan(raisedAt ?? new Date(0))
  })

  it('is raised by one of many connections, and the others wait for it', async () => {
    const before = openDb(open(servers.primary))
    const ids = await Promise.all(Array.from({ length: 20 }, () => insert(before)))
    await servers.replicated()
    await promote()
    const processes = Array.from({ length: 5 }, () => openDb(open(servers.standby)))
    const seen = await Promise.all(processes.flatMap((db) => ids.slice(0, 3).map((id) => marked(db, id))))
    expect(new Set(seen)).to.deep.equal(new Set([true]))
    expect(failovers.map((failover) => failover.marked)).to.deep.equal([20])
  })

  it('marks nothing if only synchronous standbys are promoted and the lost server had one', async () => {
    await servers.execute(
      servers.primary,
      `alter system set synchronous_standby_names = '*'`,
      'select pg_reload_conf()',
    )
    const before = openDb(open(servers.primary, true))
    while (!(await readReplication(before)).isSynchronous) await setTimeout(20)
    const id = await insert(openDb(open(servers.primary, true)))
    await servers.replicated()
    await promote()
    const db = openDb(open(servers.standby, true))
    expect(await marked(db, id)).to.equal(false)
    expect(failovers).to.have.lengthOf(1)
    expect(failovers[0]).to.include({ isComplete: true, marked: 0 })
  })

  it('marks writes although it is set, if the lost server had no synchronous standby', async () => {
    const id = await insert(openDb(open(servers.primary, true)))
    await servers.replicated()
    await promote()
    expect(await marked(openDb(open(servers.standby, true)), id)).to.equal(true)
  })

  it('is compared at each claim, for a pooler that replaces connections to the server unnoticed', async () => {
    const before = openDb(open(servers.primary))
    const id = await insert(before)
    await servers.replicated()
    await promote()
    const pooler = await startTransactionPooler(servers.standby, { size: 2 })
    poolers.push(pooler)
    // As a connection that was opened before the promotion: nobody compared it.
    const uncompared = openPool({ url: pooler.url, log, max: 1, prepares: false, pooled: true })
    pools.push(uncompared)
    const claim = { now: new Date(), lease: new Date(Date.now() + 60_000), by: null }
    const failure = await claimExternalWrite(openDb(uncompared), id, claim).catch((error: unknown) => error)
    expect(isUnknownTimeline(failure)).to.equal(true)
    const pool = open(pooler.url, false, false)
    await pool.compareEpoch()
    expect(failovers).to.have.lengthOf(1)
    expect((await claimExternalWrite(openDb(uncompared), id, claim))?.row.changesLostAt).to.be.instanceOf(Date)
  })

  it('is not compared on a standby, nor in a database without migrations', async () => {
    const { rows } = await open(servers.standby).query('select 1 as one')
    expect(rows).to.deep.equal([{ one: 1 }])
    await servers.execute(servers.primary, 'create database empty')
    const empty = servers.primary.replace(/\/postgres$/, '/empty')
    expect((await open(empty).query('select 1 as one')).rows).to.deep.equal([{ one: 1 }])
    expect(failovers).to.deep.equal([])
  })

  it('shows what a commit waits for', async () => {
    const primary = await readReplication(openDb(open(servers.primary)))
    expect(primary).to.include({ isSynchronous: false, standbys: 1, showsTimeline: true })
    expect(await readReplication(openDb(open(servers.standby)))).to.include({ showsTimeline: false })
    const readOnly = [servers.primary, servers.standby].map((url) => takesNoWrites(openDb(open(url))))
    expect(await Promise.all(readOnly)).to.deep.equal([false, true])
  })
})
