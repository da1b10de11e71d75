import { type Kysely, sql } from 'kysely'
import { putSchemaFirst } from '../statements/schema-first.ts'

/**
 * Creates the tables that record which migrations, and which steps of an unfinished migration, have been run, unless
 * they exist. If they do, their schema becomes the first on the search path of the session: otherwise all migrations
 * would run again and create empty tables if another schema has become the first since, such as one that was given the
 * name of the database's user.
 * @param db a query builder on a single connection
 */
export async function createProgress(db: Kysely<unknown>): Promise<void> {
  await putSchemaFirst(db, { table: 'kysely_migration', until: 'session' })
  await sql`
    create table if not exists kysely_migration (
      name varchar(255) primary key,
      timestamp varchar(255) not null
    )`.execute(db)
  await sql`
    create table if not exists migration_progress (
      migration text not null,
      step text not null,
      is_complete boolean not null,
      position text,
      primary key (migration, step)
    )`.execute(db)
}

/**
 * Reads the names of the migrations that have been run completely.
 * @throws DatabaseError of pg with code 42P01 (undefined table) if `createProgress` was never called
 */
export async function completedMigrations(db: Kysely<unknown>): Promise<Set<string>> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db)
  return new Set(rows.map(({ name }) => name))
}

/** How far a part of a migration has come. */
export interface Progress {
  isComplete: boolean
  /**
   * The last key that was processed, from which an interrupted step continues; null if the part is complete or has
   * processed no key.
   */
  position: string | null
}

/**
 * Reads the progress of those parts of a migration that have begun, keyed by name: `up` for its transaction, and the
 * name of each step. Empty for a completed migration, and for one that has not begun.
 */
export async function progressOf(db: Kysely<unknown>, migration: string): Promise<Map<string, Progress>> {
  const { rows } = await sql<{ step: string; is_complete: boolean; position: string | null }>`
    select step, is_complete, position from migration_progress where migration = ${migration}`.execute(db)
  return new Map(rows.map(({ step, is_complete: isComplete, position }) => [step, { isComplete, position }]))
}

/**
 * Stores whether a part of a migration (`up` or a step) is complete or, if it is not, after which key it continues.
 */
export async function storeProgress(
  db: Kysely<unknown>,
  { migration, step }: { migration: string; step: string },
  { isComplete, position }: Progress,
): Promise<void> {
  await sql`
    insert into migration_progress (migration, step, is_complete, position)
    values (${migration}, ${step}, ${isComplete}, ${position})
    on conflict (migration, step) do update set is_complete = excluded.is_complete, position = excluded.position
  `.execute(db)
}

/** Stores that a migration has been run completely, and deletes the progress of its parts. Call it in a transaction. */
export async function completeMigration(db: Kysely<unknown>, migration: string): Promise<void> {
  await sql`delete from migration_progress where migration = ${migration}`.execute(db)
  await sql`insert into kysely_migration (name, timestamp) values (${migration}, ${new Date().toISOString()})`.execute(
    db,
  )
}
