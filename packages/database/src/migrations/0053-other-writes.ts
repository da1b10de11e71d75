import type { Step } from '../migrating/migration.ts'

/** Nothing is changed within the migration's transaction. */
export async function up(): Promise<void> {}

/**
 * Adds the index by which the retention job finds other external writes than publishes. These are kept for 30 days and
 * publishes for 400, so that the job read nearly the whole table every ten minutes.
 */
export const after: readonly Step[] = [
  { kind: 'index', name: 'external_write_other', on: "external_write (id) where kind <> 'publish'" },
]
