import { expect } from 'chai'
import { openDb, type Pool, queueRecurring } from '../src/index.ts'
import { openDatabase } from './open-database.ts'

describe('jobs that recur every few minutes', () => {
  let pool: Pool
  let close: () => Promise<void>
  before(async () => {
    ;({ pool, close } = await openDatabase())
  })
  after(() => close())
  beforeEach(() => pool.query('delete from graphile_worker._private_known_crontabs'))

  const job = { name: 'work', everyMinutes: 60, fromMinute: 23 }
  /** Queues what is due, as workers do, and returns how many jobs were queued, without those that have started. */
  async function queued(): Promise<number> {
    await pool.query('delete from graphile_worker._private_jobs')
    await Promise.all([queueRecurring(openDb(pool), [job]), queueRecurring(openDb(pool), [job])])
    const { rows } = await pool.query('select key, run_at <= now() as due from graphile_worker.jobs')
    for (const row of rows) expect(row).to.deep.equal({ key: 'work', due: true })
    return rows.length
  }

  it('are queued once by all workers in each period', async () => {
    expect([await queued(), await queued()]).to.deep.equal([1, 0])
    const { rows } = await pool.query(`select extract(minute from last_execution)::int as minute,
      last_execution between now() - interval '61 minutes' and now() as current from graphile_worker._private_known_crontabs`)
    expect(rows).to.deep.equal([{ minute: 23, current: true }])
    await pool.query(
      `update graphile_worker._private_known_crontabs set last_execution = last_execution - interval '1 hour'`,
    )
    expect([await queued(), await queued()]).to.deep.equal([1, 0])
  })

  it('are queued although a process whose clock was ahead has queued them', async () => {
    await queued()
    await pool.query(`update graphile_worker._private_known_crontabs set last_execution = now() + interval '1 year'`)
    expect([await queued(), await queued()]).to.deep.equal([1, 0])
  })
})
