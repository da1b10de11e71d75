import { connect, createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { acquireLease, addJob } from '@carillon/database'
import { createLogger } from '@carillon/log'
import { type Context, type Job, queueJob, jobs as serviceJobs } from '@carillon/service'
import { expect } from 'chai'
import { startWorker, type Worker } from '../src/index.ts'
import { openTestContext, type TestContext } from './test-context.ts'

const log = createLogger({ name: 'test', level: 'silent' })

/** Asks again and again until `ask` says so. */
async function until(ask: () => Promise<boolean> | boolean): Promise<void> {
  while (!(await ask())) await sleep(10)
}

/** A way to the database on which the connection of the lease waits until it is let through. */
async function holdLeases(databaseUrl: string) {
  const { port, hostname } = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  const arrived = Promise.withResolvers<void>()
  const opened = Promise.withResolvers<void>()
  const server = createServer((near) => {
    const far = connect(Number(port), hostname)
    for (const socket of [near, far]) sockets.add(socket.on('error', () => {}))
    near.once('data', async (startup: Buffer) => {
      near.pause()
      if (startup.includes('carillon-lease')) {
        arrived.resolve()
        await opened.promise
      }
      far.write(startup)
      near.pipe(far).pipe(near)
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  const url = new URL(databaseUrl)
  url.port = String(typeof address === 'object' && address ? address.port : 0)
  return {
    url: url.href,
    arrived: arrived.promise,
    open: opened.resolve,
    close() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

describe('the worker', () => {
  let test: TestContext
  let workers: Worker[] = []
  /** Payloads in the order in which their jobs began. */
  let begun: unknown[] = []
  let ended = 0
  let work: (signal: AbortSignal) => Promise<void> = async () => {}
  let lost = 0

  const job: Job = {
    async run(_context, payload, signal) {
      begun.push(payload)
      await work(signal)
      ended++
    },
  }
  /** The jobs that recur every few minutes do nothing here, so that only what a test queues is counted. */
  const quiet = ([name, own]: [string, Job]) =>
    [name, own.everySeconds || own.due ? own : { ...own, run: async () => {} }] as const
  /** How often a worker has returned the jobs of dead workers to the queue. */
  let reaped = 0
  const reap: Job = {
    ...serviceJobs['workers.reap'],
    async run(...input) {
      await serviceJobs['workers.reap'].run(...input)
      reaped++
    },
  }
  const jobs = {
    ...Object.fromEntries(Object.entries<Job>(serviceJobs).map(quiet)),
    'workers.reap': reap,
    work: job,
    chore: { ...job, class: 'background' as const },
  }

  beforeEach(async () => {
    test = await openTestContext(() => ({ WORKER_CONCURRENCY: '4' }))
    workers = []
    begun = []
    ended = 0
    lost = 0
    work = async () => {}
  })
  afterEach(async () => {
    await Promise.all(workers.map((worker) => worker.close()))
    await test.close()
  })

  async function start(own: Context): Promise<Worker> {
    const worker = await startWorker(own, { jobs, onLost: () => lost++ })
    workers.push(worker)
    return worker
  }

  async function close(worker: Worker): Promise<void> {
    workers = workers.filter((other) => other !== worker)
    await worker.close()
  }

  /** Waits until jobs of dead workers have been looked for so often, the last time from now on. */
  async function reapings(count: number): Promise<void> {
    const enough = reaped + count
    await until(() => reaped >= enough)
  }

  async function count({ pool }: Context, where: string): Promise<number> {
    const sql = `select count(*)::int as count from graphile_worker._private_jobs as jobs
      join graphile_worker._private_tasks as tasks on tasks.id = jobs.task_id where identifier = 'work' and ${where}`
    return (await pool.query<{ count: number }>(sql)).rows[0]?.count ?? -1
  }

  /** A job that a pool of this name took some seconds ago and has not ended. */
  async function takenBy(own: Context, pool: string): Promise<void> {
    // Statements sent together are one transaction: a worker that runs already cannot take the job in between.
    await own.pool.query(`
      select graphile_worker.add_job('work', '${JSON.stringify({ pool })}');
      update graphile_worker._private_jobs
        set locked_by = '${pool}', locked_at = now() - interval '5 seconds', attempts = 1`)
  }

  it('starts without a warning', async () => {
    const lines: string[] = []
    const log = createLogger({ name: 'test', level: 'warn', destination: { write: (line) => void lines.push(line) } })
    const context = await test.another()
    await start(Object.assign(context, { log }))
    expect(lines).to.deep.equal([])
  })

  it('finds a job by itself when the hint of it is lost', async () => {
    const own = test.context
    await start(own)
    await own.pool.query(`select queue_job('work', '{"n":1}', null, null, null, null, null, null)`)
    await until(() => ended === 1)
  })

  it('runs what is queued before and after it starts, once', async () => {
    const own = test.context
    await addJob(own.db, 'work', { n: 1 })
    await start(own)
    await addJob(own.db, 'work', { n: 2 })
    await until(() => ended === 2)
    expect(begun).to.have.deep.members([{ n: 1 }, { n: 2 }])
    await until(async () => (await count(own, 'true')) === 0)
  })

  it('keeps a job that failed, to be run again later', async () => {
    const own = test.context
    work = async () => {
      throw new Error('not today')
    }
    await start(own)
    await addJob(own.db, 'work', {})
    await until(async () => (await count(own, "last_error like '%not today%'")) === 1)
    expect(await count(own, 'attempts = 1 and locked_by is null and run_at > now()')).to.equal(1)
  })

  it('drains when it closes: waits for what runs, tells it so, leaves what is new to others', async () => {
    const own = test.context
    const told = Promise.withResolvers<void>()
    work = async (signal) => {
      // A fetch that was on its way may still bring a job, which learns at once that it is not its time.
      signal.throwIfAborted()
      await new Promise<void>((done) => signal.addEventListener('abort', () => done()))
      told.resolve()
      // As a call that cannot be taken back: it ends after it was told.
      await sleep(50)
    }
    const worker = await start(own)
    await addJob(own.db, 'work', { n: 1 })
    await until(() => begun.length === 1)
    const closed = close(worker)
    await told.promise
    await addJob(own.db, 'work', { n: 2 })
    await closed
    expect(ended).to.equal(1)
    expect(lost).to.equal(0)
    work = async () => {}
    await start(test.context)
    await until(() => ended === 2)
    expect(begun.at(-1)).to.deep.equal({ n: 2 })
  })

  it('gives the jobs of a pool that is gone to others', async () => {
    const own = test.context
    await takenBy(own, 'pool-of-the-dead')
    await start(own)
    await until(() => ended === 1)
  })

  it('frees the jobs of a pool that dies while others run', async () => {
    const own = test.context
    await start(own)
    const lease = await acquireLease({ url: test.databaseUrl, name: 'pool-that-dies', log, onLost: () => {} })
    await takenBy(own, 'pool-that-dies')
    await reapings(2)
    expect(begun).to.deep.equal([])
    await lease.release()
    await until(() => ended === 1)
  })

  it('leaves the jobs of a pool that lives alone', async () => {
    const [own, other] = [test.context, await test.another()]
    const release = Promise.withResolvers<void>()
    work = () => release.promise
    await start(own)
    await addJob(own.db, 'work', { slow: true })
    await until(() => begun.length === 1)
    await own.pool.query("update graphile_worker._private_jobs set locked_at = now() - interval '1 minute'")
    await start(other)
    await reapings(2)
    expect([begun.length, await count(own, 'locked_by is not null')]).to.deep.equal([1, 1])
    release.resolve()
    await until(() => ended === 1)
  })

  it('takes no job before others can see that it is alive', async () => {
    const [own, other] = [await test.another(), test.context]
    const release = Promise.withResolvers<void>()
    work = () => release.promise
    const held = await holdLeases(test.databaseUrl)
    own.config = { ...own.config, sessionDatabaseUrl: held.url }
    // As many as two workers can run at once.
    for (let n = 0; n < 8; n++) await addJob(other.db, 'work', { n })
    await start(other)
    await until(() => begun.length === 4)
    const starting = start(own)
    await held.arrived
    await reapings(2)
    expect([begun.length, await count(own, 'locked_by is not null'), own.worker.name]).to.deep.equal([4, 4, null])
    held.open()
    await starting
    await until(() => begun.length === 8)
    expect(new Set(begun.map((payload) => Object(payload).n))).to.have.property('size', 8)
    release.resolve()
    await until(() => ended === 8)
    await close(await starting)
    held.close()
  })

  it('ends the process when its lease is lost', async () => {
    const own = test.context
    await start(own)
    const { rows } = await own.pool.query(
      "select pg_terminate_backend(pid) as ended from pg_stat_activity where application_name = 'carillon-lease' and datname = current_database()",
    )
    expect(rows).to.deep.equal([{ ended: true }])
    await until(() => lost === 1)
  })

  it('runs no more jobs of a class than it may, and others meanwhile', async () => {
    const own = test.context
    const release = Promise.withResolvers<void>()
    work = () => release.promise
    await start(own)
    // Background jobs may use one of four slots.
    for (let n = 0; n < 4; n++) await addJob(own.db, 'chore', { chore: n }, { flags: ['background'] })
    await addJob(own.db, 'work', { other: true })
    await until(() => begun.length === 2)
    expect(begun).to.have.deep.members([{ chore: 0 }, { other: true }])
    release.resolve()
    await until(() => ended === 5)
  })

  it('knows when each recurring job is due', () => {
    const recurring = Object.values(serviceJobs).filter(({ everyMinutes }) => everyMinutes)
    expect(recurring).to.have.length.above(2)
    for (const { everyMinutes = 0, fromMinute = 0 } of recurring) {
      expect(60 % everyMinutes).to.equal(0)
      expect(fromMinute).to.be.below(everyMinutes)
    }
  })

  it('queues a job for an id under its key and with the class of its row', async () => {
    const own = test.context
    for (let n = 0; n < 2; n++) await queueJob(own.db, 'token.refresh', { id: 'a' })
    const { rows } = await own.pool.query('select key, flags, max_attempts from graphile_worker.jobs')
    expect(rows).to.deep.equal([{ key: 'token:a', flags: { background: true }, max_attempts: 1 }])
  })

  for (const [name, payload] of [
    ['write.run', {}],
    ['write.run', null],
    ['token.refresh', { accountId: 7 }],
  ] as const) {
    it(`rejects a payload that ${name} cannot use: ${JSON.stringify(payload)}`, async () => {
      const own = test.context
      const ending = serviceJobs[name].run(own, payload, new AbortController().signal)
      expect(await ending.catch((error: unknown) => error)).to.be.instanceOf(TypeError)
    })
  }
})
