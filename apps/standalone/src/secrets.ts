import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { StartError } from './start-error.ts'
import { writeWholeText } from './write-whole.ts'

/**
 * Returns a secret of this installation from the file `name` in `dir`, which only its owner can read. The first call
 * creates the file with the result of `make`.
 * @throws StartError if the file is empty: another secret would not decrypt what is stored
 */
export function keptSecret(dir: string, name: string, make: () => string): string {
  const path = join(dir, name)
  if (!existsSync(path)) writeWholeText(path, `${make()}\n`)
  const kept = readFileSync(path, 'utf8').trim()
  if (kept !== '') return kept
  throw new StartError(
    `${path} is empty. Restore it from a backup: without it, no connected account can be used. If none was ever connected, delete the file.`,
  )
}

export function makeEncryptionKeys(): string {
  return `1:${randomBytes(32).toString('base64')}`
}
