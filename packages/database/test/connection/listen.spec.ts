import { setTimeout as sleep } from 'node:timers/promises'
import { createLogger } from '@carillon/log'
import { freshDatabase } from '@carillon/testkit'
import { expect } from 'chai'
import pg from 'pg'
import { type Listener, listen } from '../../src/index.ts'

const log = createLogger({ name: 'test', level: 'silent' })
const sessions = "from pg_stat_activity where application_name = 'carillon-listen' and datname = current_database()"

describe('listen', () => {
  let database: Awaited<ReturnType<typeof freshDatabase>>
  let admin: pg.Client
  let listener: Listener
  beforeEach(async () => {
    database = await freshDatabase()
    admin = new pg.Client({ connectionString: database.url })
    await admin.connect()
    listener = await listen({ url: database.url, channels: ['changed', 'deleted'], log })
  })
  afterEach(async () => {
    await listener.close()
    await admin.end()
    await database.drop()
  })

  const open = async () =>
    (await admin.query<{ count: number }>(`select count(*)::int as count ${sessions}`)).rows[0]?.count

  /** Notifies until a notification arrives; returns how often the last one was delivered. */
  async function heard(): Promise<number> {
    for (let round = 0; ; round++) {
      let count = 0
      const note = (payload: string) => void (payload === String(round) && count++)
      listener.events.on('changed', note)
      await admin.query("select pg_notify('changed', $1)", [String(round)])
      for (let wait = 0; wait < 20 && count === 0; wait++) await sleep(20)
      await admin.query('select 1')
      listener.events.off('changed', note)
      if (count > 0) return count
    }
  }

  it('emits what is sent on each of its channels', async () => {
    const got: string[] = []
    const both = new Promise<void>((done) => {
      listener.events.on('changed', (payload: string) => void got.push(`changed ${payload}`))
      listener.events.on('deleted', (payload: string) => {
        got.push(`deleted ${payload}`)
        done()
      })
    })
    await admin.query("select pg_notify('changed', 'a'), pg_notify('other', 'b'), pg_notify('deleted', 'c')")
    await both
    expect(got).to.deep.equal(['changed a', 'deleted c'])
  })

  it('has one connection after a storm of broken ones, and delivers each notification once', async () => {
    // Faster than a connection is made: it breaks while it is opened, while it begins to listen, and afterwards.
    for (let kill = 0; kill < 600; kill++) {
      await admin.query(`select pg_terminate_backend(pid) ${sessions}`)
      await sleep(5)
    }
    expect(await heard()).to.equal(1)
    expect(await open()).to.equal(1)
  })

  it('leaves no connection when it is closed while it reconnects', async () => {
    await admin.query(`select pg_terminate_backend(pid) ${sessions}`)
    await listener.close()
    expect(await open()).to.equal(0)
  })
})
