import { randomBytes } from 'node:crypto'
import { addJob } from '@carillon/database'
import { type Context, type Job, readConfig, sessionUrlOf } from '@carillon/service'
import { startTransactionPooler, type TransactionPooler } from '@carillon/testkit'
import { expect } from 'chai'
import { startWorker, type Worker } from '../src/index.ts'
import { openTestContext, type TestContext } from './test-context.ts'

describe('a worker behind a pooler in transaction mode', () => {
  let test: TestContext
  let pooler: TransactionPooler
  let context: Context
  let worker: Worker
  const begun = new Map<number, () => void>()
  const work: Job = {
    async run({ db }, payload) {
      await db.kysely
        .selectFrom('organization')
        .select('id')
        .where('id', '=', '0199d1b2-ffff-7000-8000-000000000000')
        .execute()
      begun.get(Number(Object(payload).number))?.()
    },
  }

  before(async () => {
    test = await openTestContext(async (databaseUrl) => {
      pooler = await startTransactionPooler(databaseUrl, { size: 2 })
      return { DATABASE_URL: pooler.url, DATABASE_SESSION_URL: databaseUrl }
    })
    context = test.context
    worker = await startWorker(context, { jobs: { work }, onLost: () => {} })
  })
  after(async () => {
    await worker.close()
    await context.close()
    await pooler.close()
    await test.close()
  })

  it('prepares nothing by name there unless it is told to', () => {
    const { config } = context
    expect(config.preparedStatements).to.equal(false)
    expect(sessionUrlOf(config)).to.equal(test.databaseUrl)
    const env = { DATABASE_URL: 'postgres://a', ENCRYPTION_KEYS: `1:${randomBytes(32).toString('base64')}` }
    expect(readConfig(env)).to.include({ preparedStatements: true, sessionDatabaseUrl: null })
    const told = { ...env, DATABASE_SESSION_URL: 'postgres://b', DATABASE_PREPARED_STATEMENTS: 'on' }
    expect(readConfig(told)).to.include({ preparedStatements: true, sessionDatabaseUrl: 'postgres://b' })
  })

  it('runs jobs that are added through the pooler', async () => {
    const jobs = Array.from({ length: 30 }, (_, number) => {
      const { promise, resolve } = Promise.withResolvers<void>()
      begun.set(number, resolve)
      return promise
    })
    for (const number of jobs.keys()) await addJob(context.db, 'work', { number })
    await Promise.all(jobs)
  })

  it('holds two connections for its sessions and three for its queue, and leaves the rest to the pooler', async () => {
    const { rows } = await context.pool.query(
      `select application_name as name, count(*)::int as count from pg_stat_activity
       where datname = current_database() and application_name like 'carillon%' group by 1`,
    )
    const held = Object.fromEntries(rows.map(({ name, count }) => [name, count]))
    expect(held).to.include({ 'carillon-listen': 1, 'carillon-lease': 1 })
    expect(held['carillon']).to.be.within(1, 3)
  })
})
