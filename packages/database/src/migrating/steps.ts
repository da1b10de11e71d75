import { setTimeout as sleep } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import type { BackFillStep, DropIndexStep, IndexStep, Step, ValidateStep } from './migration.ts'
import type { LockWaits } from './repeat-while-locked.ts'

/** The connection and state with which a step runs. */
export interface StepRun {
  /** A query builder on a single connection that is in no transaction. */
  db: Kysely<unknown>
  waits: LockWaits
  /** The key from which an interrupted step continues; null if the step runs from its beginning. */
  position: string | null
  /** Stores how far the step has come, in the transaction `tx` that makes the change. */
  store(tx: Kysely<unknown>, position: string): Promise<void>
}

const batch = 1_000

const limitLocks = (db: Kysely<unknown>, ms: number) =>
  sql`select set_config('lock_timeout', ${String(ms)}, false)`.execute(db)

/**
 * Returns the schema of an index, which is that of its table, and whether its build is complete; undefined if it does
 * not exist.
 */
async function findIndex({ name, on }: IndexStep, db: Kysely<unknown>) {
  const [table] = /^[\w.]+/.exec(on) ?? []
  const { rows } = await sql<{ schema: string; valid: boolean }>`
    select nspname as schema, indisvalid as valid
    from pg_index join pg_class as index on index.oid = indexrelid join pg_namespace on pg_namespace.oid = relnamespace
    where relname = ${name} and indrelid = to_regclass(${table})`.execute(db)
  return rows[0]
}

async function buildIndex(step: IndexStep, { db, waits }: StepRun): Promise<void> {
  const { name, unique, on } = step
  const found = await findIndex(step, db)
  if (found?.valid) return
  await limitLocks(db, waits.indexMs)
  const drop = (schema: string) => sql`drop index concurrently if exists ${sql.id(schema, name)}`.execute(db)
  if (found) await drop(found.schema)
  try {
    await sql`create ${sql.raw(unique ? 'unique ' : '')}index concurrently ${sql.id(name)} on ${sql.raw(on)}`.execute(
      db,
    )
  } catch (error) {
    // A unique index rejects rows even if it is not valid. If sessions block this as well, the next try begins with it.
    const left = await findIndex(step, db)
    if (left) await drop(left.schema)
    throw error
  }
}

async function dropIndex({ name }: DropIndexStep, { db, waits }: StepRun): Promise<void> {
  await limitLocks(db, waits.indexMs)
  await sql`drop index concurrently if exists ${sql.id(name)}`.execute(db)
}

/**
 * Changes the rows of one batch: those with the keys of the next 1,000 rows after `position` (null: from the first
 * row). Returns the last of these keys; undefined if no rows are left.
 */
async function fillBatch(
  tx: Kysely<unknown>,
  { table, key, set, where }: BackFillStep,
  position: string | null,
): Promise<string | undefined> {
  const id = sql.id(key)
  const beyond = position === null ? sql`` : sql`where ${id} > ${position}`
  const { rows } = await sql<{ last: string | null }>`
    with keys as materialized (
      select ${id} from ${sql.id(table)} ${beyond} order by ${id} limit ${sql.lit(batch)}
    ), changed as (
      update ${sql.id(table)} set ${sql.raw(set)}
      where ${id} = any(array(select ${id} from keys)) and (${sql.raw(where ?? 'true')})
    )
    select (select ${id} from keys order by ${id} desc limit 1)::text as last`.execute(tx)
  return rows[0]?.last ?? undefined
}

async function backFill(step: BackFillStep, { db, waits, position, store }: StepRun): Promise<void> {
  let at = position
  for (;;) {
    const begun = Date.now()
    const last = await db.transaction().execute(async (tx) => {
      await sql`select set_config('lock_timeout', ${String(waits.lockMs)}, true)`.execute(tx)
      const reached = await fillBatch(tx, step, at)
      if (reached !== undefined) await store(tx, reached)
      return reached
    })
    if (last === undefined) return
    at = last
    // As long as the batch took, at most 1 s, so that half of the time is left to the service.
    await sleep(Math.min(Date.now() - begun, 1_000))
  }
}

async function validate({ name, table }: ValidateStep, { db, waits }: StepRun): Promise<void> {
  await limitLocks(db, waits.lockMs)
  await sql`alter table ${sql.id(table)} validate constraint ${sql.id(name)}`.execute(db)
}

/**
 * Runs one step of a migration, outside of the migration's transaction. It may have been run before, in part or
 * completely; a step that changes rows continues after the key `run.position`.
 * @throws DatabaseError of pg, with code 55P03 if the step waited too long for a lock
 */
export function runStep(step: Step, run: StepRun): Promise<void> {
  switch (step.kind) {
    case 'index':
      return buildIndex(step, run)
    case 'drop-index':
      return dropIndex(step, run)
    case 'back-fill':
      return backFill(step, run)
    case 'validate':
      return validate(step, run)
    default:
      return step satisfies never
  }
}
