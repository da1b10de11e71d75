import { expect } from 'chai'
import pg from 'pg'
import { addJob, openDb, type Pool, transaction } from '../src/index.ts'
import { openDatabase } from './open-database.ts'

const due = "timestamptz '2026-11-23 10:00Z'"

/** How the same job is queued by graphile-worker's function and by ours; `$key` stands for a key. */
const queueing = {
  'graphile-worker': `select graphile_worker.add_job(identifier => 'work', payload => '{"n":2}', run_at => ${due},
    max_attempts => 7, job_key => $key, priority => 3, queue_name => 'line', flags => '{a,b}')`,
  ours: `select queue_job(task => 'work', body => '{"n":2}', due => ${due},
    max_tries => 7, job_key => $key, urgency => 3, queue => 'line', flag_names => '{a,b}')`,
}

/** The same with everything left out that may be. */
const plain = {
  'graphile-worker': `select graphile_worker.add_job('other', '{}', job_key => $key)`,
  ours: `select queue_job('other', '{}', null, null, $key, null, null, null)`,
}

const earlier = `select graphile_worker.add_job('work', '{"n":1}', job_key => $key, flags => '{c}')`
const jobs = 'graphile_worker._private_jobs'

/** What there is of the key before. */
const befores: Readonly<Record<string, readonly string[]>> = {
  nothing: [],
  'a job that waits': [earlier],
  'a job that runs': [earlier, `update ${jobs} set locked_at = now(), locked_by = 'w', attempts = 1 where key = $key`],
  'a job that failed once': [earlier, `update ${jobs} set attempts = 1, last_error = 'x' where key = $key`],
  'a job that failed for good': [earlier, `update ${jobs} set attempts = max_attempts where key = $key`],
}

/** Everything of a job, in the columns' order; ids and times of this run are left to compare as present or absent. */
const everything = `select to_jsonb(job) - 'id' || jsonb_build_object(
    'task', task.identifier, 'created_at', job.created_at is not null, 'updated_at', job.updated_at is not null,
    'locked_at', job.locked_at is not null, 'key', job.key is not null,
    'run_at', case when job.run_at <> ${due} then 'now' else 'due' end) as row
  from ${jobs} as job join graphile_worker._private_tasks as task on task.id = job.task_id order by job.id`

describe('the function that queues jobs', () => {
  let url: string
  let pool: Pool
  let close: () => Promise<void>

  beforeEach(async () => {
    ;({ url, pool, close } = await openDatabase())
  })
  afterEach(() => close())

  async function rowsAfter(statements: readonly string[], key: string): Promise<unknown[]> {
    await pool.query(`delete from ${jobs}`)
    for (const text of statements) await pool.query(text.replaceAll('$key', `'${key}'`))
    return (await pool.query<{ row: unknown }>(everything)).rows.map(({ row }) => row)
  }

  for (const [name, before] of Object.entries(befores)) {
    for (const [form, each] of Object.entries({ 'every option': queueing, 'no option': plain })) {
      it(`does what graphile-worker's does with ${form} after ${name}`, async () => {
        const theirs = await rowsAfter([...before, each['graphile-worker']], 'theirs')
        const own = await rowsAfter([...before, each.ours], 'ours')
        expect(theirs).not.to.deep.equal([])
        expect(own).to.deep.equal(theirs)
      })
    }
  }

  it('knows every column of a job', async () => {
    const { rows } = await pool.query<{ name: string }>(
      `select column_name as name from information_schema.columns
       where table_schema = 'graphile_worker' and table_name = '_private_jobs' order by 1`,
    )
    const known = ['attempts', 'created_at', 'flags', 'id', 'is_available', 'job_queue_id', 'key', 'last_error']
    const more = ['locked_at', 'locked_by', 'max_attempts', 'payload', 'priority', 'revision', 'run_at']
    expect(rows.map(({ name }) => name)).to.deep.equal([...known, ...more, 'task_id', 'updated_at'])
  })

  describe('and its hints', () => {
    let listener: pg.Client
    let heard: { channel: string; payload?: string | undefined }[]

    beforeEach(async () => {
      heard = []
      listener = new pg.Client({ connectionString: url })
      await listener.connect()
      listener.on('notification', ({ channel, payload }) => heard.push({ channel, payload }))
      await listener.query('listen "jobs:insert"; listen external_write; listen last')
    })
    afterEach(() => listener.end())

    /** Everything that was notified until now. */
    async function heardUntilNow(): Promise<typeof heard> {
      await pool.query('notify last')
      while (heard.at(-1)?.channel !== 'last') await listener.query('select 1')
      return heard.slice(0, -1)
    }

    it('notifies nobody by itself', async () => {
      await pool.query(queueing.ours.replace('$key', "'k'"))
      expect(await heardUntilNow()).to.deep.equal([])
    })

    it('come once for the jobs of a transaction, after it', async () => {
      const db = openDb(pool)
      await transaction(db, async (tx) => {
        await addJob(tx, 'work', {})
        await addJob(tx, 'work', {})
        expect(await heardUntilNow()).to.deep.equal([])
        heard = []
      })
      while (heard.length === 0) await listener.query('select 1')
      expect(await heardUntilNow()).to.deep.equal([{ channel: 'jobs:insert', payload: '{"count":2}' }])
    })

    it('do not come for a job that is due later, nor after a transaction that is rolled back', async () => {
      const db = openDb(pool)
      await addJob(db, 'work', {}, { runAt: new Date(Date.now() + 60_000) })
      const failure = new Error('rolled back')
      const thrown = await transaction(db, async (tx) => {
        await addJob(tx, 'work', {})
        throw failure
      }).catch((error: unknown) => error)
      expect(thrown).to.equal(failure)
      expect(await heardUntilNow()).to.deep.equal([])
    })
  })
})
