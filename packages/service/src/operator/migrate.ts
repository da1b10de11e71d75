import { migrate } from '@carillon/database'
import type { Logger } from '@carillon/log'

/** Brings the database up to date before anything else of a version starts. */
export async function migrateDatabase(input: { url: string; log: Logger }): Promise<{ migrated: true }> {
  await migrate(input)
  return { migrated: true }
}
