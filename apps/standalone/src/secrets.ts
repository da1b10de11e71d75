import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { StartError } from './start-error.ts'
import { writeWholeText } from './write-whole.ts'

export interface KeysOptions {
  /** Whether the installation is started for the first time, so that nothing is encrypted yet. */
  isFirstStart: boolean
}

/**
 * Returns the encryption keys of this installation from the file `seal-keys` in `dir`, which only its owner can read. The
 * first start creates the file.
 * @throws StartError if the file of an earlier start is missing or empty: new keys would not decrypt what is stored
 */
export function keptEncryptionKeys(dir: string, { isFirstStart }: KeysOptions): string {
  const path = join(dir, 'seal-keys')
  const kept = existsSync(path) ? readFileSync(path, 'utf8').trim() : ''
  if (kept !== '') return kept
  if (!isFirstStart) {
    throw new StartError(
      `${path}, with the encryption keys, is missing or empty. Restore it from a backup. If it is lost, all accounts have to be connected again: write "2:" and the result of "openssl rand -base64 32" into it.`,
    )
  }
  const made = makeEncryptionKeys()
  writeWholeText(path, `${made}\n`)
  return made
}

export function makeEncryptionKeys(): string {
  return `1:${randomBytes(32).toString('base64')}`
}
