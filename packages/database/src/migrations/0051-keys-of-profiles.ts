import type { Step } from '../migrating/migration.ts'

/** Nothing is changed within the migration's transaction. */
export async function up(): Promise<void> {}

/** Adds the index by which the keys that are bound to a profile among several are found when it is deleted. */
export const after: readonly Step[] = [
  { kind: 'index', name: 'api_key_profiles', on: 'api_key using gin (profile_ids) where profile_ids is not null' },
]
