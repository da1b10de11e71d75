import { setTimeout as sleep } from 'node:timers/promises'
import { addJob } from '@carillon/database'
import pg from 'pg'
import type { BenchChild } from '../child.ts'
import { figureOf, interleave, quantile, type Row, ratios } from '../measure.ts'

const rounds = 5
const batch = 3_000
const singles = 400

/** Adds a batch at once and waits until all of it has run: jobs a second. */
async function drain(pool: pg.Pool, worker: BenchChild): Promise<number> {
  const began = performance.now()
  await pool.query(
    `select graphile_worker.add_jobs(array(select row('nothing', json_build_object('addedAt', 0), null, null, null,
      null, null, null)::graphile_worker.job_spec from generate_series(1, $1)))`,
    [batch],
  )
  await worker.ask('arrived', batch)
  return batch / ((performance.now() - began) / 1000)
}

export const queue: Row = {
  id: 'queue',
  about: 'jobs through our worker against graphile-worker alone, and how soon a job begins',
  bars: [
    { figure: 'of the bare one', unit: '×', atLeast: 0.8 },
    { figure: 'worker', unit: 'jobs/s' },
    { figure: 'bare', unit: 'jobs/s' },
    { figure: 'added to begun, p99', unit: 'ms', atMost: 25 },
  ],
  async run(installation) {
    const bareUrl = await installation.emptyDatabase()
    const [worker, bare] = await Promise.all([
      installation.start('worker'),
      installation.start('bare-worker', { DATABASE_URL: bareUrl }),
    ])
    const barePool = new pg.Pool({ connectionString: bareUrl })
    try {
      const found = await interleave(
        { bare: () => drain(barePool, bare), worker: () => drain(installation.context.pool, worker) },
        { rounds },
      )
      for (let added = 0; added < singles; added++) {
        await addJob(installation.context.db, 'nothing', { addedAt: Date.now() })
        await sleep(5)
      }
      const latencies = await worker.ask<number[]>('arrived', singles)
      return {
        'of the bare one': figureOf(ratios(found.worker, found.bare)),
        worker: figureOf(found.worker),
        bare: figureOf(found.bare),
        'added to begun, p99': figureOf([quantile(latencies, 0.99)]),
      }
    } finally {
      await barePool.end()
    }
  },
}
