import { migrate, openDb, openPool, type Pool } from '@carillon/database'
import { createLogger } from '@carillon/log'
import { type ReplicatedServers, startReplicatedServers } from '@carillon/testkit'
import { expect } from 'chai'
import { checkReplication } from '../../src/operator/check-replication.ts'
import { type Harness, startHarness } from '../harness.ts'

const log = createLogger({ name: 'test', level: 'silent' })

describe('the check of what a failover can lose', () => {
  let harness: Harness
  let servers: ReplicatedServers
  let pool: Pool

  before(async () => {
    harness = await startHarness()
    servers = await startReplicatedServers()
    await migrate({ url: servers.primary, log })
    pool = openPool({ url: servers.primary, log, max: 1 })
  })
  after(async () => {
    await pool.end()
    await servers.stop()
    await harness.close()
  })

  const check = (promotesSynchronous: boolean) =>
    checkReplication({ config: { ...harness.context.config, promotesSynchronous }, db: openDb(pool) })

  it('says that there is no standby', async () => {
    const { ok, detail } = await checkReplication(harness.context)
    expect([ok, detail]).to.deep.equal([
      true,
      'no standby: what was committed is as safe as the disk of one server, and its backups',
    ])
  })

  it('says that a standby is asynchronous, and rejects the setting that promises another one', async () => {
    expect((await check(false)).detail).to.match(/^asynchronous \(1 connected\): a failover can lose/)
    expect(await check(true)).to.include({ ok: false })
  })

  it('says that a commit waits for standbys, and what the setting makes of it', async () => {
    const set = `alter system set synchronous_standby_names = '*'`
    await servers.execute(servers.primary, set, 'select pg_reload_conf()')
    for (let found = await check(true); !found.ok; ) found = await check(true)
    expect((await check(true)).detail).to.match(/^synchronous: .* loses nothing$/)
    expect((await check(false)).detail).to.match(/^a commit waits for standbys .* Set it to synchronous/)
  })
})
