import { createLogger } from '@carillon/log'
import { expect } from 'chai'
import {
  acquireLease,
  addJob,
  isLeaseHeld,
  openDb,
  type Pool,
  readQueueGauges,
  releaseDeadPools,
  transaction,
} from '../src/index.ts'
import { tryLockUntilEnd } from '../src/statements/advisory-lock.ts'
import { openDatabase } from './open-database.ts'

describe('what processes read of the whole queue', () => {
  let url: string
  let pool: Pool
  let close: () => Promise<void>

  before(async () => {
    ;({ url, pool, close } = await openDatabase())
  })
  after(() => close())

  it('are jobs that one process at a time takes from dead workers', async () => {
    const db = openDb(pool)
    await addJob(db, 'work', {})
    await pool.query(
      `update graphile_worker._private_jobs set locked_by = 'dead', locked_at = now() - interval '1 minute'`,
    )
    await transaction(db, async (tx) => {
      expect(await tryLockUntilEnd(tx, 'sweep', 'dead workers')).to.equal(true)
      expect(await releaseDeadPools(db)).to.equal(0)
    })
    expect((await readQueueGauges(db)).running).to.equal(1)
    expect(await releaseDeadPools(db)).to.equal(1)
    expect(await readQueueGauges(db)).to.include({ running: 0, due: 1 })
  })

  it('are no jobs of a worker that is alive', async () => {
    const db = openDb(pool)
    await pool.query(
      `update graphile_worker._private_jobs set locked_by = 'alive', locked_at = now() - interval '1 hour'`,
    )
    const log = createLogger({ name: 'test', level: 'silent' })
    const lease = await acquireLease({ url, name: 'alive', log, onLost() {} })
    expect(await isLeaseHeld(db, 'alive')).to.equal(true)
    expect(await releaseDeadPools(db)).to.equal(0)
    await lease.release()
    while (await isLeaseHeld(db, 'alive'));
    expect(await releaseDeadPools(db)).to.equal(1)
  })

  it('are numbers, of which those beyond 10,000 are estimated', async () => {
    const db = openDb(pool)
    const add = (count: number, days: number) =>
      pool.query(
        `insert into graphile_worker._private_jobs (task_id, run_at)
         select (select max(id) from graphile_worker._private_tasks), now() + $2 * interval '1 day'
         from generate_series(1, $1)`,
        [count, days],
      )
    await add(40_000, -1)
    await add(30, 1)
    await pool.query('analyze graphile_worker._private_jobs')
    const { due, later, oldestDueSeconds } = await readQueueGauges(db)
    expect(due).to.be.within(30_000, 50_000)
    expect(later).to.equal(30)
    expect(oldestDueSeconds).to.be.within(86_400, 90_000)
  })
})
