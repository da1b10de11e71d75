import { setTimeout as sleep } from 'node:timers/promises'
import { createLogger } from '@carillon/log'
import { freshDatabase } from '@carillon/testkit'
import { expect } from 'chai'
import type pg from 'pg'
import { openRepeatingPool } from '../../src/index.ts'

describe('a pool that repeats statements', () => {
  let fresh: Awaited<ReturnType<typeof freshDatabase>>
  let pool: ReturnType<typeof openRepeatingPool>

  before(async () => {
    fresh = await freshDatabase()
    pool = openRepeatingPool({
      url: fresh.url,
      log: createLogger({ name: 'test', level: 'silent' }),
      max: 1,
      connectTimeoutMs: 500,
      repeated: { matches: (text) => text.startsWith('delete'), forMs: 60_000 },
    })
  })
  after(async () => {
    await pool.end()
    await fresh.drop()
  })

  /** Takes the only connection, which a busy machine may not make within the limit of the pool. */
  async function occupy(): Promise<pg.PoolClient> {
    for (;;) {
      const { promise, resolve } = Promise.withResolvers<pg.PoolClient | undefined>()
      pool.connect((_error, client) => resolve(client))
      const client = await promise
      if (client) return client
    }
  }

  it('repeats one that gets no connection until it gets one, and fails any other', async () => {
    const occupant = await occupy()
    const client = await pool.connect()
    const failure = await client.query('select 1').catch((error: unknown) => error)
    expect(failure).to.have.property('message', 'timeout exceeded when trying to connect')
    const deleted = client.query('delete from organization')
    // The first try waits, and gives up.
    for (const waiting of [1, 0]) while (pool.waitingCount !== waiting) await sleep(1)
    occupant.release()
    expect((await deleted).command).to.equal('DELETE')
    client.release()
  })

  it('keeps the connection of a client until the client is released', async () => {
    const client = await pool.connect()
    await client.query('begin')
    await client.query("set local application_name = 'same'")
    const { rows } = await client.query("select current_setting('application_name') as name")
    await client.query('rollback')
    client.release()
    expect(rows).to.deep.equal([{ name: 'same' }])
    expect(pool.idleCount).to.equal(1)
  })
})
