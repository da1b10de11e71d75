import { deleteAccounts, setAccountStatus } from '@carillon/database'
import type { Schedule } from '@carillon/domain'
import type { Checkpoint, Context } from '../../../src/index.ts'
import { runWrite } from '../../../src/journal/run-write.ts'
import { lookAtSchedules } from '../../../src/schedules/look-at.ts'
import { takeDueSchedules } from '../../../src/schedules/take-due.ts'
import { type Scheduling, startScheduling } from '../scheduling.ts'

const signal = new AbortController().signal
/** What a restore brings back. */
const tables = ['schedule', 'external_write', 'external_write_attempt'] as const
const emptied = ['schedule', 'external_write'].map((table) => `delete from ${table}`)

/** The service with its database, whose worker can die, and a network that remembers the texts that it was sent. */
export interface Real {
  own: Scheduling
  /** How often the network has each text. */
  posts: Map<string, number>
  /** A worker that goes through its jobs once. */
  work(): Promise<void>
  /** The same by a worker that dies at a checkpoint, if it comes to it. */
  workAndDie(at: Checkpoint): Promise<void>
  setAccount(status: 'connected' | 'expired' | 'gone'): Promise<void>
  backUp(): Promise<void>
  restore(): Promise<void>
  /** Another account, without schedules. */
  reset(start: number): Promise<void>
  close(): Promise<void>
}

/** Runs the writes whose time has come, as the queue and its sweep do. */
async function runWrites(context: Context): Promise<void> {
  const { rows } = await context.pool.query<{ id: string }>(
    'select id from external_write where wake_at <= $1 order by id',
    [context.now()],
  )
  for (const { id } of rows) await runWrite(context, { writeId: id, signal })
}

async function workOnce(context: Context): Promise<void> {
  await lookAtSchedules(context, signal)
  await takeDueSchedules(context, signal)
  await runWrites(context)
}

/** Remembers every text that a network is sent. */
function recordPosts(own: Scheduling, posts: Map<string, number>): void {
  const { port } = own.network
  const { commit } = port
  Object.assign(port, {
    commit(...[call, ...rest]: Parameters<typeof commit>) {
      posts.set(call.input.text, (posts.get(call.input.text) ?? 0) + 1)
      return commit(call, ...rest)
    },
  })
}

export async function startReal(): Promise<Real> {
  const own = await startScheduling()
  const { harness, clock } = own
  const { context } = harness
  const posts = new Map<string, number>()
  recordPosts(own, posts)
  let dieAt: Checkpoint | null = null
  let dead = Promise.withResolvers<void>()
  const mortal = await harness.another({
    ...harness.overrides,
    now: () => new Date(clock.at),
    // In a transaction a worker that dies is rolled back; elsewhere it does nothing any more.
    checkpoint(name) {
      if (name !== dieAt) return undefined
      if (name.startsWith('schedule.')) throw new Error('dead')
      dead.resolve()
      return new Promise<void>(() => {})
    },
  })
  const { pool, db } = context
  const copies = tables.map((table) => `create table backup_${table} (like ${table})`)
  await pool.query(copies.join(';'))

  return {
    ...{ own, posts },
    work: () => workOnce(context),
    async workAndDie(at) {
      dieAt = at
      dead = Promise.withResolvers()
      await Promise.race([workOnce(mortal), dead.promise])
      dieAt = null
    },
    async setAccount(status) {
      if (status === 'gone') await deleteAccounts(db, [own.account.id])
      else await setAccountStatus(db, own.account.id, { status, at: new Date(clock.at) })
    },
    async backUp() {
      const statements = tables.map((name) => `truncate backup_${name}; insert into backup_${name} table ${name}`)
      await pool.query(statements.join(';'))
    },
    async restore() {
      const back = tables.map((name) => `insert into ${name} table backup_${name}`)
      await pool.query([...emptied, ...back].join(';'))
    },
    async reset(start) {
      const unrestored = 'update database_epoch set restored_from = null, restored_at = null'
      await pool.query([...emptied, unrestored].join(';'))
      posts.clear()
      own.network.posts = []
      clock.at = start
      own.account = await harness.connect({ platform: 'bluesky' })
    },
    close: () => harness.close(),
  }
}

/** The statuses of the API for a schedule that has become a publish. */
export const ofPublishes: ReadonlySet<Schedule['status']> = new Set(['taken', 'published', 'failed', 'unknown'])
