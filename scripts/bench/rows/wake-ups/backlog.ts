import { takeWaitingWrites, transaction } from '@carillon/database'
import { runOnce } from 'graphile-worker'
import pg from 'pg'
import type { Installation } from '../../installation.ts'
import { figureOf, quantile, type Row } from '../../measure.ts'
import { emptyJournal, enqueueFor, openClients, withClients } from '../../writes.ts'

const backlog = 100_000
const clients = 64
const takes = 300

type Statement = { text: string; values: unknown[] }

/** graphile-worker's statement that takes a job, as a worker sends it that may run none of an organization's jobs. */
async function takeStatement(databaseUrl: string, flag: string): Promise<Statement> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1 })
  const seen: Statement[] = []
  pool.on('connect', (client) => {
    const send = client.query
    Reflect.set(client, 'query', (...sent: unknown[]) => {
      const [first] = sent
      if (typeof first === 'object' && first !== null && 'text' in first && 'values' in first)
        seen.push({ text: String(first.text), values: Array.isArray(first.values) ? first.values : [] })
      return Reflect.apply(send, client, sent)
    })
  })
  try {
    await runOnce({ pgPool: pool, taskList: { nothing: async () => {} }, forbiddenFlags: [flag] })
  } finally {
    await pool.end()
  }
  const take = seen.find(({ text }) => text.includes('?|'))
  if (!take) throw new Error('graphile-worker took no job')
  return take
}

/** The median milliseconds of a take, which is rolled back each time. */
async function timeTakes(databaseUrl: string, take: Statement): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const times: number[] = []
  try {
    for (let n = 0; n < takes; n++) {
      await client.query('begin')
      const began = performance.now()
      const { rowCount } = await client.query({ ...take, name: 'take' })
      times.push(performance.now() - began)
      await client.query('rollback')
      if (rowCount !== 1) throw new Error(`a take found ${rowCount} jobs`)
    }
  } finally {
    await client.end()
  }
  return quantile(times, 0.5)
}

/** The milliseconds in which free places of the queue are filled again. */
async function timeRefill({ db }: Installation['context']): Promise<number> {
  const rolledBack = new Error('rolled back')
  let ms = 0
  await transaction(db, async (tx) => {
    await tx.query('delete from graphile_worker._private_jobs where id > $1', [0])
    await tx.query(`update external_write set wake_at = null where queued and id > $1`, [
      '00000000-0000-0000-0000-000000000000',
    ])
    const began = performance.now()
    await takeWaitingWrites(tx, new Date())
    ms = performance.now() - began
    throw rolledBack
  }).catch((error: unknown) => {
    if (error !== rolledBack) throw error
  })
  return ms
}

export const backlogOfOne: Row = {
  id: 'backlog',
  about: `a take of a job behind ${backlog} due writes of an organization that has its share, against an empty queue`,
  bars: [
    { figure: 'of an empty queue', unit: '×', atMost: 2 },
    { figure: 'take, median', unit: 'ms' },
    { figure: 'jobs in the queue', unit: '', atMost: 200 },
    { figure: 'filling all places again', unit: 'ms' },
  ],
  async run(installation) {
    const { context, databaseUrl } = installation
    const enqueue = await enqueueFor(context, await installation.connect())
    const { pool, db } = openClients(installation, clients)
    try {
      const { organizationId } = await enqueue(db)
      const take = await takeStatement(databaseUrl, `call:organization:${organizationId}`)
      await emptyJournal(context)
      const addOther = () =>
        context.pool.query(`select queue_job('nothing', '{}', now(), null, 'other', null, null, '{call}')`)
      await addOther()
      const empty = await timeTakes(databaseUrl, take)
      await emptyJournal(context)
      let left = backlog
      await withClients(
        clients,
        () => left-- <= 0,
        () => enqueue(db),
      )
      // Later than all the others, so that they are read first.
      await addOther()
      const { rows } = await context.pool.query<{ count: number }>(
        'select count(*)::int as count from graphile_worker._private_jobs',
      )
      const behind = await timeTakes(databaseUrl, take)
      return {
        'of an empty queue': figureOf([behind / empty]),
        'take, median': figureOf([behind]),
        'jobs in the queue': figureOf(rows.map(({ count }) => count)),
        'filling all places again': figureOf([await timeRefill(context)]),
      }
    } finally {
      await pool.end()
      await emptyJournal(context)
    }
  },
}
