import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { StartError } from './start-error.ts'

/**
 * The name of the file that is locked. The file is empty and never removed: otherwise, two processes could each lock a
 * file with this name.
 */
export const lockName = 'standalone.lock'

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined)

/** Creates a file that only its owner can open, unless there is one. */
function createPrivate(path: string): void {
  try {
    writeFileSync(path, '', { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
  }
}

/** Whether an error of SQLite says that another connection has the lock; the lower byte of its number is the kind. */
const isLocked = (error: unknown): boolean =>
  error instanceof Error && 'errcode' in error && (Number(error.errcode) & 0xff) === 5

/**
 * Locks a file and returns what unlocks it when it is closed; null if another process has locked it. SQLite is what
 * Node.js has to lock files with. The system unlocks the file when the process ends, however it ends.
 */
function lock(path: string): DatabaseSync | null {
  let file: DatabaseSync | undefined
  try {
    file = new DatabaseSync(path, { timeout: 0 })
    // A journal in memory: there is nothing to write, and a journal would be one more file.
    file.exec('pragma journal_mode = memory; begin exclusive')
    return file
  } catch (error) {
    file?.close()
    if (isLocked(error)) return null
    throw new StartError(
      `${path} cannot be locked: ${error}. Set DATA_DIR to a directory of yours on a file system with locks.`,
      { cause: error },
    )
  }
}

/** The process that uses a directory, in words; its file may be written or removed at this moment. */
function holderIn(pidPath: string): string {
  try {
    return `, as process ${readFileSync(pidPath, 'utf8').trim()}`
  } catch {
    return ''
  }
}

/**
 * Reserves a data directory for this process and returns the function that releases it; it is also released when the
 * process ends. Two installations in one directory would overwrite each other's files. Of several processes that call
 * this at the same time, one gets the directory.
 * @throws StartError if another process uses the directory, its file system has no locks, or the lock cannot be opened
 */
export function claimDataDir(dir: string): () => void {
  const [path, pidPath] = [join(dir, lockName), join(dir, 'standalone.pid')]
  createPrivate(path)
  const locked = lock(path)
  if (locked === null) {
    throw new StartError(
      `Carillon is already running in ${dir}${holderIn(pidPath)}. Stop it, or set DATA_DIR to another directory.`,
    )
  }
  writeFileSync(pidPath, `${process.pid}\n`, { mode: 0o600 })
  return () => {
    rmSync(pidPath, { force: true })
    locked.close()
  }
}
