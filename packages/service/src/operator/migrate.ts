import { migrate } from '@carillon/database'
import type { Logger } from '@carillon/log'

/**
 * Applies all migrations that the database does not have yet. Has to run before any other process of a new version
 * starts.
 */
export async function migrateDatabase(input: { url: string; log: Logger }): Promise<{ migrated: true }> {
  await migrate(input)
  return { migrated: true }
}
