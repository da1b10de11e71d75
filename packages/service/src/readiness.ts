import { isMigrated, isReachable } from '@carillon/database'
import type { Context } from './context.ts'

export interface Readiness {
  database: boolean
  migrations: boolean
}

/** Milliseconds after which a database that has not responded counts as unreachable. */
const maxMs = 2_000

async function ask(context: Context): Promise<Readiness> {
  const database = await isReachable(context.db)
  const migrations = database && (await isMigrated(context.pool).catch(() => false))
  return { database, migrations }
}

/** Whether this process can serve requests: the database responds in time and has all migrations. */
export async function readiness(context: Context): Promise<Readiness> {
  const late = Promise.withResolvers<Readiness>()
  const timer = setTimeout(() => late.resolve({ database: false, migrations: false }), maxMs)
  return Promise.race([ask(context), late.promise]).finally(() => clearTimeout(timer))
}
