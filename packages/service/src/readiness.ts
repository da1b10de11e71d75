import { isMigrated, takesWrites } from '@carillon/database'
import type { Context } from './context.ts'

export interface Readiness {
  /** Whether the database can be reached and takes writes. */
  database: boolean
  migrations: boolean
}

/** Milliseconds after which a database that has not responded counts as unreachable. */
const maxMs = 2_000

async function checkNow(context: Context): Promise<Readiness> {
  const database = await takesWrites(context.pool)
  const migrations = database && (await isMigrated(context.pool).catch(() => false))
  return { database, migrations }
}

/**
 * Whether this process can serve requests: the database responds in time, takes writes and has all migrations.
 */
export async function readiness(context: Context): Promise<Readiness> {
  const late = Promise.withResolvers<Readiness>()
  const timer = setTimeout(() => late.resolve({ database: false, migrations: false }), maxMs)
  return Promise.race([checkNow(context), late.promise]).finally(() => clearTimeout(timer))
}
