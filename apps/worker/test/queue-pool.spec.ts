import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addJobs } from '@carillon/database'
import { createLogger } from '@carillon/log'
import { type Context, createContext, openQueuePool, readConfig } from '@carillon/service'
import { freshDatabase } from '@carillon/testkit'
import { expect } from 'chai'
import { Logger, runOnce } from 'graphile-worker'

const log = createLogger({ name: 'test', level: 'silent' })

describe('the connections of a worker to its queue', () => {
  let fresh: Awaited<ReturnType<typeof freshDatabase>>
  let dir: string
  let context: Context
  let queue: ReturnType<typeof openQueuePool>

  before(async () => {
    fresh = await freshDatabase()
    dir = await mkdtemp(join(tmpdir(), 'carillon-queue-'))
    const config = readConfig({
      DATABASE_URL: fresh.url,
      ENCRYPTION_KEYS: `1:${randomBytes(32).toString('base64')}`,
      MEDIA_DIR: join(dir, 'media'),
      SPOOL_DIR: join(dir, 'spool'),
    })
    context = await createContext(config, { log })
    queue = openQueuePool(context)
  })
  after(async () => {
    await queue.close()
    await context.close()
    await fresh.drop()
    await rm(dir, { recursive: true, force: true })
  })

  it('do not wait for the disk, and those that store what a job does have the server decide', async () => {
    const setting = async ({ pool }: Pick<Context, 'pool'>) => {
      const { rows } = await pool.query(
        "select setting, source = 'client' as own from pg_settings where name = 'synchronous_commit'",
      )
      return rows[0]
    }
    expect(await setting(queue)).to.deep.equal({ setting: 'off', own: true })
    expect(await setting(context)).to.include({ own: false })
  })

  it('take the jobs of several slots with one statement, each job once', async () => {
    const texts: string[] = []
    const own = openQueuePool(context)
    own.pool.on('connect', (client) => {
      const query = client.query.bind(client)
      Object.assign(client, {
        query: (...input: Parameters<typeof query>) => {
          texts.push(String(Reflect.get(Object(input[0]), 'text')))
          return query(...input)
        },
      })
    })
    const ran: unknown[] = []
    const taskList = { nothing: (payload: unknown) => void ran.push(payload) }
    const jobs = [1, 2, 3, 4, 5, 6].map((payload) => ({ name: 'nothing', payload: { payload }, options: {} }))
    await addJobs(context.db, jobs)
    await runOnce({ pgPool: own.pool, taskList, concurrency: 4, logger: new Logger(() => () => {}) })
    await own.close()
    expect(ran.map((payload) => Reflect.get(Object(payload), 'payload')).sort()).to.deep.equal([1, 2, 3, 4, 5, 6])
    const taking = texts.filter((text) => /_private_jobs[^;]*for update/.test(text))
    expect(taking.some((text) => text.includes('limit $3'))).to.equal(true)
    expect(taking.length).to.be.lessThan(jobs.length)
  })

  it('have no other that listens: nobody notifies a worker of writes and keys', async () => {
    const listening = async () => {
      const { rows } = await context.pool.query(
        `select count(*)::int as count from pg_stat_activity
        where datname = current_database() and application_name = 'carillon-listen'`,
      )
      return rows[0].count
    }
    const before = await listening()
    const unnotified = await createContext(context.config, { log, notified: false })
    expect(await listening()).to.equal(before)
    await unnotified.close()
    const notified = await createContext(context.config, { log })
    expect(await listening()).to.equal(before + 1)
    await notified.close()
  })

  it('are three, and others than those for everything else', () => {
    expect(queue.pool).not.to.equal(context.pool)
    expect(queue.pool.options.max).to.equal(3)
    expect(context.pool.options.max).to.equal(16)
  })
})
