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
  let gates: PromiseWithResolvers<void>[]
  let isOpen: boolean
  let lost = 0
  const jobs: Record<string, Job> = {
    work: {
      async run(_context, _payload, _signal) {
        const gate = Promise.withResolvers<void>()
        gates.push(gate)
        if (!isOpen) await gate.promise
      },
    },
  }
  function releaseAll(): void {
    isOpen = true
    for (const gate of gates) gate.resolve()
  }

  beforeEach(async () => {
    test = await openTestContext(() => ({ WORKER_CONCURRENCY: '4' }))
    admin = new pg.Client({ connectionString: test.databaseUrl })
    await admin.connect()
    gates = []
    isOpen = false
    lost = 0
    worker = await startWorker(test.context, { jobs, onLost: () => lost++ })
  })
  afterEach(async () => {
    releaseAll()
    await worker.close()
    await admin.end()
    await test.close()
  })

  /** Polls until it is so. A worker that is lost before changes nothing any more. */
  async function until(isSo: () => Promise<boolean> | boolean): Promise<void> {
    while (!(await isSo())) {
      if (lost > 0) throw new Error('the worker was lost')
      await sleep(10)
    }
  }
  // Not on the connection that holds the lock: a transaction sees one state of pg_stat_activity.
  const count = async (from: string) =>
    (await test.context.pool.query<{ count: number }>(`select count(*)::int as count from ${from}`)).rows[0]?.count ??
    -1
  const jobsLeft = () => count('graphile_worker._private_jobs')
  const blocked = "pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"
  const waiting = `${blocked} and ${ending}`

  async function begin(jobsWanted: number): Promise<void> {
    for (let n = 0; n < jobsWanted; n++) await addJob(test.context.db, 'work', {})
    await until(() => gates.length === jobsWanted)
  }

  /** Nobody can end a job while `work` runs. */
  async function whileLocked(work: () => Promise<void>): Promise<void> {
    await admin.query('begin')
    await admin.query('lock table graphile_worker._private_jobs in share mode')
    await work().finally(() => admin.query('commit'))
  }

  /** Cancels the waiting statements for which a condition holds. Returns how many. */
  async function cancel(condition: string): Promise<number> {
    const sql = `select pg_cancel_backend(pid) from ${blocked} and ${condition}`
    return (await test.context.pool.query(sql)).rows.length
  }

  async function takesJobs(): Promise<void> {
    await addJob(test.context.db, 'work', {})
    await until(async () => (await jobsLeft()) === 0)
  }

  it('goes on when the connection breaks on which one ends', async () => {
    await begin(1)
    await whileLocked(async () => {
      releaseAll()
      await until(async () => (await count(waiting)) === 1)
      await test.context.pool.query(`select pg_terminate_backend(pid) from ${waiting}`)
    })
    await takesJobs()
    expect([lost, worker.isWorking()]).to.deep.equal([0, true])
  })

  it('goes on when every try to end them is cancelled for a while', async () => {
    await begin(4)
    await whileLocked(async () => {
      releaseAll()
      let cancelled = 0
      await until(async () => {
        // Those that take jobs as well: they would use all connections until their own timeout.
        await cancel(`not ${ending}`)
        cancelled += await cancel(ending)
        return cancelled >= 5
      })
    })
    await takesJobs()
    expect([lost, worker.isWorking()]).to.deep.equal([0, true])
  })

  it('goes on when statements that end jobs fail on every connection at once', async () => {
    await begin(4)
    await whileLocked(async () => {
      for (const [ended, gate] of gates.slice(0, 2).entries()) {
        gate.resolve()
        await until(async () => {
          await cancel(`not ${ending}`)
          return (await count(waiting)) === ended + 1
        })
      }
      expect(await cancel(ending)).to.equal(2)
    })
    releaseAll()
    await takesJobs()
    expect([lost, worker.isWorking()]).to.deep.equal([0, true])
  })

  it('is lost, and not ready, when jobs cannot be ended for another reason', async () => {
    await begin(2)
    await admin.query(`
      create function no_end() returns trigger language plpgsql as $$ begin raise exception 'jobs stay' using errcode = '23000'; end $$;
      create trigger no_end before delete on graphile_worker._private_jobs execute function no_end()`)
    releaseAll()
    await until(() => lost === 1)
    expect(worker.isWorking()).to.equal(false)
  })

  it('is lost, and not ready, when the names of its tasks cannot be stored', async () => {
    // The names of the first worker's tasks are stored already.
    await until(async () => (await count("graphile_worker._private_tasks where identifier = 'work'")) === 1)
    await admin.query(`
      create function no_task() returns trigger language plpgsql as $$ begin raise exception 'no tasks' using errcode = '23000'; end $$;
      create trigger no_task before insert on graphile_worker._private_tasks execute function no_task()`)
    let lostToo = 0
    const other = await startWorker(test.context, { jobs: { unknown: { async run() {} } }, onLost: () => lostToo++ })
    await until(() => lostToo === 1)
    expect(other.isWorking()).to.equal(false)
    await other.close()
  })
})
