import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Returns a secret of this installation from the file `name` in `dir`, which only its owner can read. The first call
 * creates the file with the result of `make`.
 */
export function keptSecret(dir: string, name: string, make: () => string): string {
  const path = join(dir, name)
  if (!existsSync(path)) writeFileSync(path, `${make()}\n`, { mode: 0o600 })
  return readFileSync(path, 'utf8').trim()
}

export function makeEncryptionKeys(): string {
  return `1:${randomBytes(32).toString('base64')}`
}
