import { readWrongSettings, type WrongSetting } from '@carillon/database'
import type { Context } from '../context.ts'

const check = 'database settings'

/** Returns what to do about a setting; the encoding is that of the database, which keeps it. */
function cureOf({ name, value, needed }: WrongSetting): string {
  const found = `${name} is ${value}; it must be ${needed}.`
  if (name === 'server_encoding') return `${found} Restore a backup into a new database with that encoding.`
  return `${found} Run ALTER ROLE … SET ${name} = '${needed}' for the database's user, and restart the pooler.`
}

/**
 * Reads the settings with which statements of the service run, and returns a finding of `doctor`. `ok` is false if one
 * of them has a value with which statements fail, or store or read something else.
 */
export async function checkSettings({ db }: Pick<Context, 'db'>) {
  const wrong = await readWrongSettings(db)
  const detail = wrong.length === 0 ? 'as the service needs them' : wrong.map(cureOf).join(' ')
  return { check, ok: wrong.length === 0, detail }
}
