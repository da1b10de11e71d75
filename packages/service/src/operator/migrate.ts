import { migrate } from '@carillon/database'
import type { Logger } from '@carillon/log'

/**
 * Applies all migrations that the database at `url` does not have yet. Until it has run, gateways of a new version
 * report that they are not ready, and workers take no jobs.
 */
export async function migrateDatabase(input: { url: string; log: Logger }): Promise<{ migrated: true }> {
  await migrate(input)
  return { migrated: true }
}
