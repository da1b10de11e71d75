import { changeExternalWrite, type Db } from '@carillon/database'
import pg from 'pg'
import type { Installation } from '../../installation.ts'
import { figureOf, interleave, type Row, ratios } from '../../measure.ts'
import { type Enqueue, emptyJournal, enqueueFor, notifyWithin, openClients, withClients } from '../../writes.ts'

const clients = 64
const seconds = 3
const rounds = 5

/** Microseconds that a commit takes beside the disk, as on a synchronous standby in another zone. */
const commitDelay = 2_000

/** Publishes a second, each of which is two commits: the row with its job, and a change of its status. */
async function publishes(db: Db, enqueue: Enqueue): Promise<number> {
  const until = performance.now() + seconds * 1000
  let count = 0
  await withClients(
    clients,
    () => performance.now() > until,
    async () => {
      // Due long ago, so that each has a place in the queue, and for each a hint is sent.
      const row = await enqueue(db, new Date(0))
      await changeExternalWrite(db, row, { status: 'accepted', updatedAt: new Date() })
      count++
    },
  )
  return count / seconds
}

async function setCommitDelay({ pool }: Installation['context'], microseconds: number): Promise<void> {
  await pool.query(`alter system set commit_delay = ${microseconds}`)
  await pool.query(`alter system set commit_siblings = ${microseconds > 0 ? 0 : 5}`)
  await pool.query('select pg_reload_conf()')
}

export const notify: Row = {
  id: 'notify',
  about: `publishes stored and changed by ${clients} clients with commits of ${commitDelay / 1000} ms, against the same without wake-ups`,
  bars: [
    { figure: 'of those without', unit: '×', atLeast: 0.9 },
    { figure: 'notified within, of those without', unit: '×' },
    { figure: 'publishes', unit: '/s' },
  ],
  async run(installation) {
    const { context, databaseUrl } = installation
    const enqueue = await enqueueFor(context, await installation.connect())
    const { pool, db } = openClients(installation, clients)
    const unheard: Db = { ...db, hints: { ...db.hints, jobs() {}, write() {} } }
    const listener = new pg.Client({ connectionString: databaseUrl })
    await listener.connect()
    await listener.query('listen "jobs:insert"; listen external_write')
    try {
      await setCommitDelay(context, commitDelay)
      const found = await interleave(
        {
          with: () => publishes(db, enqueue),
          without: () => publishes(unheard, enqueue),
          async within() {
            await context.pool.query(notifyWithin.begin)
            const perSecond = await publishes(unheard, enqueue)
            await context.pool.query(notifyWithin.end)
            return perSecond
          },
        },
        { rounds },
      )
      return {
        'of those without': figureOf(ratios(found.with, found.without)),
        'notified within, of those without': figureOf(ratios(found.within, found.without)),
        publishes: figureOf(found.with),
      }
    } finally {
      await setCommitDelay(context, 0)
      await listener.end()
      await pool.end()
      await emptyJournal(context)
    }
  },
}
