import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** The codes of errors of file systems that do not synchronize folders. */
const withoutSync: readonly unknown[] = ['EINVAL', 'ENOTSUP', 'EBADF']

/** Waits until the names of the files in a folder are on disk, if the file system can do that. */
function syncFolder(path: string, sync: typeof fsyncSync): void {
  const folder = openSync(path, 'r')
  try {
    sync(folder)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && withoutSync.includes(error.code))) throw error
  } finally {
    closeSync(folder)
  }
}

/**
 * Writes a file that only its owner may read, completely or not at all: a process that reads it meanwhile, or after a
 * power cut or on a full disk, sees the old content or the new one, never a part of it. Uses the file `<path>.part`.
 * @param sync synchronizes the folder, so that the file's new name is on disk as well; `fsyncSync` except in tests
 */
export function writeWholeText(path: string, text: string, sync: typeof fsyncSync = fsyncSync): void {
  const part = `${path}.part`
  try {
    writeFileSync(part, text, { mode: 0o600, flush: true })
    renameSync(part, path)
  } catch (error) {
    rmSync(part, { force: true })
    throw error
  }
  syncFolder(dirname(path), sync)
}

/** Writes a value as a JSON file that only its owner may read, completely or not at all (`writeWholeText`). */
export function writeWhole(path: string, value: unknown): void {
  writeWholeText(path, `${JSON.stringify(value, null, 2)}\n`)
}
