import type { Kysely } from 'kysely'

/**
 * A step that builds an index without blocking writes. If the build is interrupted, the next run drops the index and
 * builds it again.
 */
export interface IndexStep {
  kind: 'index'
  name: string
  unique?: true
  /**
   * The table, with its schema unless it is on the search path, and the rest of the definition, such as
   * `message (account_id) where sender is not null`.
   */
  on: string
}

/**
 * A step that drops an index without blocking reads or writes. No statement of the previous version of Carillon may
 * need it.
 */
export interface DropIndexStep {
  kind: 'drop-index'
  name: string
}

/**
 * A step that sets columns of existing rows, in batches with the next 1,000 rows each. After an interruption, it
 * continues after the last completed batch.
 */
export interface BackFillStep {
  kind: 'back-fill'
  name: string
  table: string
  /**
   * The column by which rows are visited in order. If several rows have the same key, the batch with one of them
   * changes all of them.
   */
  key: string
  /** The SQL assignments, such as `due_at = created_at`. */
  set: string
  /** The SQL condition for rows that are changed; all rows if absent. */
  where?: string
}

/** A step that validates a constraint that was added as `not valid`, without blocking reads or writes. */
export interface ValidateStep {
  kind: 'validate'
  name: string
  table: string
}

/** A part of a migration that runs outside of its transaction. */
export type Step = IndexStep | DropIndexStep | BackFillStep | ValidateStep

/**
 * A change of the database schema. `docs/upgrading.md` says which changes are possible while the previous version runs.
 */
export interface Migration {
  /** Makes the change in one transaction. It is run again if it waits too long for a lock. */
  up(db: Kysely<unknown>): Promise<void>
  /**
   * The steps that run after `up`, in this order, each outside of a transaction; none if absent. Names are unique
   * within the migration.
   */
  after?: readonly Step[]
}
