import { migrate } from '@carillon/database'
import type { Logger } from '@carillon/log'

/** Applies all migrations; run it before any other process of a new version. */
export async function migrateDatabase(input: { url: string; log: Logger }): Promise<{ migrated: true }> {
  await migrate(input)
  return { migrated: true }
}
