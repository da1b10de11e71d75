import { sql } from 'kysely'
import type { Db } from '../db.ts'

/** A setting that has another value than the one on which the service depends. */
export interface WrongSetting {
  name: string
  /** The value with which statements of the service run. */
  value: string
  /** The value that it must have. */
  needed: string
}

/**
 * The settings without whose values statements read or store something else, or fail. Each has the value it must have
 * and a pattern (a regular expression) of the values that do.
 */
const needed = {
  server_encoding: ['UTF8', '^UTF8$'],
  default_transaction_isolation: ['read committed', '^read committed$'],
  synchronous_commit: ['on', '^(?!off$)'],
  array_nulls: ['on', '^on$'],
  standard_conforming_strings: ['on', '^on$'],
  DateStyle: ['ISO', '^ISO'],
} as const

const rows = Object.entries(needed).map(([name, [value, pattern]]) => `('${name}', '${value}', '${pattern}')`)

/**
 * Reads which settings of the database have other values than those on which the service depends. Connections to the
 * server set them themselves, except for the encoding, which is that of the database; those to a pooler in transaction
 * mode only some of them. Empty if none has.
 */
export function readWrongSettings(db: Db): Promise<WrongSetting[]> {
  const known = sql<{ name: string; needed: string; pattern: string }>`(values ${sql.raw(rows.join(', '))})`
  const value = sql<string>`current_setting(name)`
  return db.kysely
    .selectFrom(known.as<'known'>(sql`known (name, needed, pattern)`))
    .select(['name', value.as('value'), 'needed'])
    .where(value, '!~', sql.ref<string>('pattern'))
    .orderBy('name')
    .execute()
}
