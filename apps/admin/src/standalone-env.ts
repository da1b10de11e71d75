import { readFileSync } from 'node:fs'
import { join } from 'node:path'

type Env = Readonly<Record<string, string | undefined>>

/** Returns the database that the environment names; an empty string if it names none. */
function namedDatabase({ DATABASE_URL, DATABASE_URL_FILE }: Env): string {
  return DATABASE_URL_FILE?.trim()
    ? readFileSync(DATABASE_URL_FILE.trim(), 'utf8').trim()
    : (DATABASE_URL?.trim() ?? '')
}

/**
 * Reads the settings that `npm start` has stored in its data directory (`DATA_DIR`, or `standard` if that is not set),
 * so that commands act on that installation. Returns `{}` if they cannot be read, or if the environment names another
 * database.
 */
export function standaloneEnv(env: Env, standard: string): Record<string, string> {
  try {
    const path = join(env['DATA_DIR']?.trim() || standard, 'environment.json')
    const settings: Record<string, string> = JSON.parse(readFileSync(path, 'utf8'))
    const named = namedDatabase(env)
    return named === '' || settings['DATABASE_URL'] === named ? settings : {}
  } catch {
    return {}
  }
}

/** Returns the environment with stored settings in the place of variables that are not set, or empty. */
export function withStored(stored: Readonly<Record<string, string>>, env: Env): Env {
  return { ...env, ...stored, ...Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim())) }
}
