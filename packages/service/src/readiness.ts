import { answers, isMigrated } from '@carillon/database'
import type { Context } from './context.ts'

/** Whether this process can serve: the store answers and has every migration. */
export async function readiness(context: Context): Promise<{ database: boolean; migrations: boolean }> {
  const database = await answers(context.db)
  const migrations = database && (await isMigrated(context.pool).catch(() => false))
  return { database, migrations }
}
