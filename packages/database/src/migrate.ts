import type { Logger } from '@carillon/log'
import { Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import { openPool } from './connection/pool.ts'
import { inTime } from './connection/servers.ts'
import type { Migration } from './migrating/migration.ts'
import { lockWaits } from './migrating/repeat-while-locked.ts'
import { runMigrations, withoutOthers } from './migrating/run-migrations.ts'
import * as byName from './migrations/index.ts'

/** All migrations, keyed by name, in the order in which they are run. */
export const migrations: Readonly<Record<string, Migration>> = byName

/** The names of all migrations, in the order in which they are run. */
export const migrationNames: readonly string[] = Object.keys(migrations)

export interface MigrateOptions {
  url: string
  log: Logger
  /** The name of the last migration to run; the newest one if absent. For tests of the migrations after it. */
  to?: string
}

function upTo(last: string | undefined): Readonly<Record<string, Migration>> {
  return Object.fromEntries(Object.entries(migrations).filter(([name]) => last === undefined || name <= last))
}

/**
 * Runs all pending migrations, including those of the job queue. The service can keep running meanwhile. If several
 * processes call this at the same time, one runs the migrations and the others wait. After an interruption, the next
 * call continues.
 * @throws MigrationBlockedError if other sessions hold locks that a migration needs, after 40 tries to get them; the
 *   error of a migration that fails for another reason
 */
export async function migrate({ url, log, to }: MigrateOptions): Promise<void> {
  const pool = openPool({ url, log, max: 3, statementTimeoutMs: 0 })
  // Migrations use the columns' own names.
  const all = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
  try {
    await all.connection().execute((db) =>
      withoutOthers(db, log, async () => {
        // The queue is loaded only for migrations. Its tables come first, as ours change jobs.
        const queue = await import('graphile-worker')
        await queue.runMigrations({ pgPool: pool })
        await runMigrations({ db, pool, log, waits: lockWaits }, upTo(to))
      }),
    )
  } finally {
    await all.destroy()
  }
}

/**
 * Returns whether all migrations of this version of Carillon have been run. Those of a newer version may have been run
 * as well.
 * @throws Error if there is no connection, or no response within `timeoutMs` milliseconds
 */
export function isMigrated(pool: pg.Pool, timeoutMs: number): Promise<boolean> {
  return inTime(pool, timeoutMs, async (client) => {
    const exists = await client.query<{ name: string | null }>(`select to_regclass('kysely_migration') as name`)
    if ((exists.rows[0]?.name ?? null) === null) return false
    const text = 'select count(*)::int as done from kysely_migration where name = any($1)'
    const { rows } = await client.query<{ done: number }>(text, [migrationNames])
    return rows[0]?.done === migrationNames.length
  })
}
