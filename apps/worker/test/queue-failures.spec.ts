import { setTimeout as sleep } from 'node:timers/promises'
import { addJob } from '@carillon/database'
import type { Job } from '@carillon/service'
import { expect } from 'chai'
import pg from 'pg'
import { startWorker, type Worker } from '../src/index.ts'
import { openTestContext, type TestContext } from './test-context.ts'

const ending = "query ~ '^\\s*(with j as \\(\\s*)?delete from \\S+_private_jobs'"

describe('a worker whose queue fails while jobs end', () => {
  let test: TestContext
  let worker: Worker
  let admin: pg.Client
  let release = Promise.withResolvers<void>()
  let begun = 0
  let lost = 0
  const jobs: Record<string, Job> = {
    work: {
      async run(_context, _payload, _signal) {
        begun++
        await release.promise
      },
    },
  }

  beforeEach(async () => {
    test = await openTestContext(() => ({ WORKER_CONCURRENCY: '4' }))
    admin = new pg.Client({ connectionString: test.databaseUrl })
    await admin.connect()
    release = Promise.withResolvers()
    begun = 0
    lost = 0
    worker = await startWorker(test.context, { jobs, onLost: () => lost++ })
  })
  afterEach(async () => {
    release.resolve()
    await worker.close()
    await admin.end()
    await test.close()
  })

  async function until(isSo: () => Promise<boolean> | boolean): Promise<void> {
    while (!(await isSo())) await sleep(10)
  }
  // Not on the connection that holds the lock: a transaction sees one state of pg_stat_activity.
  const count = async (from: string) =>
    (await test.context.pool.query<{ count: number }>(`select count(*)::int as count from ${from}`)).rows[0]?.count ??
    -1
  const jobsLeft = () => count('graphile_worker._private_jobs')
  const blocked = "pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"
  const waiting = `${blocked} and ${ending}`

  async function begin(jobsWanted: number): Promise<void> {
    const before = begun
    for (let n = 0; n < jobsWanted; n++) await addJob(test.context.db, 'work', {})
    await until(() => begun === before + jobsWanted)
  }

  /** Nobody can end a job while `work` runs. */
  async function whileLocked(work: () => Promise<void>): Promise<void> {
    await admin.query('begin')
    await admin.query('lock table graphile_worker._private_jobs in share mode')
    await work()
    await admin.query('commit')
  }

  async function takesJobs(): Promise<void> {
    await addJob(test.context.db, 'work', {})
    await until(async () => (await jobsLeft()) === 0)
  }

  it('goes on when the connection breaks on which one ends', async () => {
    await begin(1)
    await whileLocked(async () => {
      release.resolve()
      await until(async () => (await count(waiting)) === 1)
      await test.context.pool.query(`select pg_terminate_backend(pid) from ${waiting}`)
    })
    await takesJobs()
    expect([lost, worker.isWorking()]).to.deep.equal([0, true])
  })

  it('goes on when every try to end them is cancelled for a while', async () => {
    await begin(4)
    await whileLocked(async () => {
      release.resolve()
      for (let cancelled = 0; cancelled < 5; ) {
        // Those that take jobs as well: they would use all connections until their own timeout.
        const { rows } = await test.context.pool.query(
          `select pg_cancel_backend(pid), ${ending} as ends from ${blocked}`,
        )
        cancelled += rows.filter(({ ends }) => ends).length
        await sleep(20)
      }
    })
    await takesJobs()
    expect([lost, worker.isWorking()]).to.deep.equal([0, true])
  })

  it('is lost, and not ready, when jobs cannot be ended for another reason', async () => {
    await begin(2)
    await admin.query(`
      create function no_end() returns trigger language plpgsql as $$ begin raise exception 'jobs stay' using errcode = '23000'; end $$;
      create trigger no_end before delete on graphile_worker._private_jobs execute function no_end()`)
    release.resolve()
    await until(() => lost === 1)
    expect(worker.isWorking()).to.equal(false)
  })
})
