import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createLogger } from '@carillon/log'
import { StartError } from './start-error.ts'
import { writeWholeText } from './write-whole.ts'

export interface EncryptionKeys {
  /** The value of the setting `ENCRYPTION_KEYS`. */
  value: string
  /** Whether they were made by this start. They are not stored then: see `storeNewKeys`. */
  areNew: boolean
}

const fileIn = (dir: string) => join(dir, 'seal-keys')

const ifLost =
  'If the keys are lost, all accounts have to be connected again: write "2:" and the result of "openssl rand -base64 32" into the file.'

/** Returns the keys that the last start passed to the processes of Carillon; an empty string if they are not known. */
function keysOfLastStart(dir: string): string {
  try {
    const { ENCRYPTION_KEYS = '' } = JSON.parse(readFileSync(join(dir, 'environment.json'), 'utf8'))
    return String(ENCRYPTION_KEYS)
  } catch {
    return ''
  }
}

/** Returns whether an earlier start has used the directory, with any database. */
function wasUsed(dir: string): boolean {
  return readdirSync(dir).some((name) => /^organization.*\.json$/.test(name)) || keysOfLastStart(dir) !== ''
}

/**
 * Returns the encryption keys of this installation from the file `seal-keys` in `dir`, which only its owner can read.
 * If no earlier start has used the directory, makes new keys, which `storeNewKeys` has to store.
 * @throws StartError if the file of an earlier start is missing or empty: new keys would not decrypt what is stored
 */
export function keptEncryptionKeys(dir: string): EncryptionKeys {
  const path = fileIn(dir)
  const kept = existsSync(path) ? readFileSync(path, 'utf8').trim() : ''
  if (kept !== '') return { value: kept, areNew: false }
  if (!wasUsed(dir)) return { value: makeEncryptionKeys(), areNew: true }
  const elsewhere =
    keysOfLastStart(dir) === ''
      ? 'Restore it from a backup, or set ENCRYPTION_KEYS if earlier starts had it.'
      : `Copy the value of ENCRYPTION_KEYS in ${join(dir, 'environment.json')} into it: these are the keys of the last start.`
  throw new StartError(`${path}, with the encryption keys, is missing or empty. ${elsewhere} ${ifLost}`)
}

/**
 * Stores new encryption keys in the file `seal-keys` in `dir`, for this start and later ones.
 * @param options.env the settings, with the URL of the database, which has to be migrated
 * @throws StartError, without storing the keys, if the database has secrets that were encrypted with other keys
 */
export async function storeNewKeys({
  dir,
  value,
  env,
}: {
  dir: string
  value: string
  env: Readonly<Record<string, string | undefined>>
}): Promise<void> {
  // Loaded while the sandbox is starting, not before.
  const { findEncryptedSecrets } = await import('@carillon/admin')
  const log = createLogger({ name: 'standalone', level: 'error', destination: process.stderr })
  const path = fileIn(dir)
  if (await findEncryptedSecrets({ env, log })) {
    throw new StartError(
      `The database has credentials that are encrypted with keys that are not here: ${path} does not exist. Restore it from a backup, or set ENCRYPTION_KEYS to the keys of this database. ${ifLost}`,
    )
  }
  writeWholeText(path, `${value}\n`)
}

/** Makes a value of the setting `ENCRYPTION_KEYS`: one random key, with the id 1. */
export function makeEncryptionKeys(): string {
  return `1:${randomBytes(32).toString('base64')}`
}
