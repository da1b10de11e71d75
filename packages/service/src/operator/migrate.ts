import { migrate } from '@carillon/database'
import type { Logger } from '@carillon/log'

/**
 * Applies all migrations that the database at `url` does not have yet. Until this is done, gateways of a new version
 * report that they are not ready, and workers take no jobs. A simultaneous call waits for the first one.
 * @throws MigrationBlockedError if other sessions hold locks that a migration needs, or the error of a migration. The
 *   next call continues with the migration that failed
 */
export async function migrateDatabase(input: { url: string; log: Logger }): Promise<{ migrated: true }> {
  await migrate(input)
  return { migrated: true }
}
