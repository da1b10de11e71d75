import type { Step } from '../migrating/migration.ts'

/** Nothing is changed within the migration's transaction. */
export async function up(): Promise<void> {}

/**
 * Builds the index by which the bytes of the media files of an organization's publishes are summed up. It contains the
 * bytes, so that few rows are read.
 */
export const after: readonly Step[] = [
  {
    kind: 'index',
    name: 'media_file_organization',
    on: 'media_file (organization_id) include (bytes) where write_id is not null',
  },
]
