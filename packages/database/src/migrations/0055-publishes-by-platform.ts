import type { Step } from '../migrating/migration.ts'

/** Nothing is changed within the migration's transaction. */
export async function up(): Promise<void> {}

/**
 * Replaces the indexes of the lists of writes by ones that end with the platform. A list of one platform then reads the
 * rows of its page alone, and not those of all other platforms. The order is the same, so that statements of the
 * previous version use the new indexes as they did the old ones, and a write is stored in as many indexes as before.
 */
export const after: readonly Step[] = [
  {
    kind: 'index',
    name: 'external_write_organization_platform',
    on: 'external_write (organization_id, kind, id desc, platform)',
  },
  { kind: 'drop-index', name: 'external_write_organization_kind' },
  {
    kind: 'index',
    name: 'external_write_profile_platform',
    on: 'external_write (profile_id, kind, id desc, platform)',
  },
  { kind: 'drop-index', name: 'external_write_profile' },
]
