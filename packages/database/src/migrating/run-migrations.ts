import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from '@carillon/log'
import { type Kysely, sql } from 'kysely'
import type pg from 'pg'
import type { Migration, Step } from './migration.ts'
import { completedMigrations, completeMigration, createProgress, progressOf, storeProgress } from './progress.ts'
import { type LockWaits, repeatWhileLocked } from './repeat-while-locked.ts'
import { runStep } from './steps.ts'

/** The connections and options with which migrations are run. */
export interface MigrationRun {
  /** A query builder on a single connection. */
  db: Kysely<unknown>
  /** Further connections, to find the sessions that block the migration. */
  pool: pg.Pool
  log: Logger
  waits: LockWaits
}

/**
 * The key of the advisory lock for migrations: that of Kysely's migrator, so that earlier versions of Carillon, which
 * use it, are excluded as well.
 */
const lockKey = '3853314791062309107'

/**
 * Runs `work` while no other process runs migrations, after waiting for one that does. An advisory lock ensures this.
 * It is polled, because a statement that waits for a lock would block a concurrent index build. Rejects with the error
 * of `work`; the lock then stays until the session ends.
 * @param db a query builder on a single connection, whose session has the lock
 */
export async function withoutOthers(db: Kysely<unknown>, log: Logger, work: () => Promise<void>): Promise<void> {
  const key = sql.raw(lockKey)
  const tryLock = () => sql<{ got: boolean }>`select pg_try_advisory_lock(${key}) as got`.execute(db)
  for (let tries = 0; !(await tryLock()).rows[0]?.got; tries++) {
    if (tries === 0) log.info({}, 'another process runs the migrations')
    await sleep(200)
  }
  // After an error the session ends, and the lock with it.
  await work()
  await sql`select pg_advisory_unlock(${key})`.execute(db)
}

type RunPart = (part: string, attempt: () => Promise<void>) => Promise<void>

/** Runs a step of a migration unless it is complete, and stores that it is. */
async function runOnce({ db, waits }: MigrationRun, migration: string, step: Step): Promise<void> {
  const at = { migration, step: step.name }
  const begun = (await progressOf(db, migration)).get(step.name)
  if (begun?.isComplete) return
  await runStep(step, {
    db,
    waits,
    position: begun?.position ?? null,
    store: (tx, position) => storeProgress(tx, at, { isComplete: false, position }),
  })
  await storeProgress(db, at, { isComplete: true, position: null })
}

/** Runs the parts of a migration that have not been run: `up` in a transaction, then each step. */
async function runMigration(run: MigrationRun, name: string, { up, after = [] }: Migration, runPart: RunPart) {
  const { db, waits } = run
  if (!(await progressOf(db, name)).has('up')) {
    await runPart(name, () =>
      db.transaction().execute(async (tx) => {
        await sql`select set_config('lock_timeout', ${String(waits.lockMs)}, true)`.execute(tx)
        await up(tx)
        if (after.length === 0) return completeMigration(tx, name)
        await storeProgress(tx, { migration: name, step: 'up' }, { isComplete: true, position: null })
      }),
    )
  }
  if (after.length === 0) return
  for (const step of after) await runPart(`${name}, ${step.kind} ${step.name}`, () => runOnce(run, name, step))
  await db.transaction().execute((tx) => completeMigration(tx, name))
}

/**
 * Runs the migrations that have not been run, in the order of their names. Migrations of a newer version may have been
 * run already.
 * @param migrations keyed by name
 * @throws MigrationBlockedError if other sessions hold locks that a migration needs; the error of a migration that
 *   fails for another reason
 */
export async function runMigrations(run: MigrationRun, migrations: Readonly<Record<string, Migration>>): Promise<void> {
  const { db, pool, log, waits } = run
  await createProgress(db)
  const { rows } = await sql<{ session: number }>`select pg_backend_pid() as session`.execute(db)
  const watched = { pool, session: rows[0]?.session ?? 0, everyMs: Math.min(waits.lockMs / 4, 500), log }
  const runPart: RunPart = (what, attempt) => repeatWhileLocked(attempt, { what, waits, watched })
  const completed = await completedMigrations(db)
  const pending = Object.entries(migrations).filter(([name]) => !completed.has(name))
  for (const [name, migration] of pending.toSorted(([one], [other]) => (one < other ? -1 : 1))) {
    await runMigration(run, name, migration, runPart)
    log.info({ migration: name }, 'migration completed')
  }
}
