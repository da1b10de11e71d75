import { readFileSync } from 'node:fs'
import { join } from 'node:path'

type Env = Readonly<Record<string, string | undefined>>

/** Returns the database that the environment names; an empty string if it names none. */
function namedDatabase({ DATABASE_URL, DATABASE_URL_FILE }: Env): string {
  return DATABASE_URL_FILE ? readFileSync(DATABASE_URL_FILE, 'utf8').trim() : (DATABASE_URL ?? '')
}

/**
 * Reads the settings that `npm start` has stored in its data directory (`DATA_DIR`, or `standard` if that is not set),
 * so that commands act on that installation. Returns `{}` if they cannot be read, or if the environment names another
 * database.
 */
export function standaloneEnv(env: Env, standard: string): Record<string, string> {
  try {
    const path = join(env['DATA_DIR'] || standard, 'environment.json')
    const settings: Record<string, string> = JSON.parse(readFileSync(path, 'utf8'))
    const named = namedDatabase(env)
    return named === '' || settings['DATABASE_URL'] === named ? settings : {}
  } catch {
    return {}
  }
}
