import { renameSync, writeFileSync } from 'node:fs'

/**
 * Writes a JSON file that only its owner may read, completely or not at all: a process that reads it meanwhile, or
 * after a power cut, sees the old content or the new one, never a part of it. Uses the file `<path>.part`.
 */
export function writeWhole(path: string, value: unknown): void {
  writeFileSync(`${path}.part`, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600, flush: true })
  renameSync(`${path}.part`, path)
}
