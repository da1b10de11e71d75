import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Writes a file that only its owner may read, completely or not at all: a process that reads it meanwhile, or after a
 * power cut or on a full disk, sees the old content or the new one, never a part of it. Uses the file `<path>.part`.
 */
export function writeWholeText(path: string, text: string): void {
  const part = `${path}.part`
  try {
    writeFileSync(part, text, { mode: 0o600, flush: true })
    renameSync(part, path)
  } catch (error) {
    rmSync(part, { force: true })
    throw error
  }
  // The new name has to be on disk as well.
  const folder = openSync(dirname(path), 'r')
  try {
    fsyncSync(folder)
  } finally {
    closeSync(folder)
  }
}

/** Writes a value as a JSON file in the way of `writeWholeText`. */
export function writeWhole(path: string, value: unknown): void {
  writeWholeText(path, `${JSON.stringify(value, null, 2)}\n`)
}
