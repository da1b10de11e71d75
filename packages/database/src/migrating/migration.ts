import type { Kysely } from 'kysely'

/** Builds an index without blocking writes. One that was interrupted is dropped and built again. */
export interface IndexStep {
  kind: 'index'
  /** The schema of the table; `public` if absent. */
  schema?: string
  name: string
  unique?: true
  /** The table and what follows it, such as `message (account_id) where sender is not null`. */
  on: string
}

/** Drops an index that no statement of the previous version needs, without blocking reads or writes. */
export interface DropIndexStep {
  kind: 'drop-index'
  name: string
}

/** Sets columns of the rows that a table has, a thousand at a time. One that was interrupted continues where it was. */
export interface BackFillStep {
  kind: 'back-fill'
  name: string
  table: string
  /** A column that is unique and whose order rows are visited in. */
  key: string
  /** Assignments, such as `due_at = created_at`. */
  set: string
  /** Which rows are changed; all of them if absent. */
  where?: string
}

/** Validates a constraint that was added as `not valid`. Reads and writes go on meanwhile. */
export interface ValidateStep {
  kind: 'validate'
  name: string
  table: string
}

/** A part of a migration that is not in its transaction. */
export type Step = IndexStep | DropIndexStep | BackFillStep | ValidateStep

/** A change of the schema. `docs/upgrading.md` says what it may do while the previous version runs. */
export interface Migration {
  /** Runs in one transaction. It is run again if it waits too long for a lock. */
  up(db: Kysely<unknown>): Promise<void>
  /** Run after `up`, in this order, each outside of a transaction. Names are unique within the migration. */
  after?: readonly Step[]
}
