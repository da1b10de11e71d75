import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Thrown if the installation cannot be started. The message is for the operator. */
export class StartError extends Error {
  override readonly name = 'StartError'
}

/**
 * Returns the start time of a process, which distinguishes it from a later process with the same id; null if it does
 * not exist.
 */
function beginningOf(pid: number): string | null {
  const { status, stdout } = spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' })
  return status === 0 ? stdout.trim() : null
}

/**
 * Reserves a data directory for this process and returns the function that releases it. The reservation of a process
 * that no longer runs is taken over. Two installations in one directory would overwrite each other's files.
 * @throws StartError if another process uses the directory
 */
export function claimDataDir(dir: string): () => void {
  const path = join(dir, 'standalone.pid')
  if (existsSync(path)) {
    const [pid = '', began] = readFileSync(path, 'utf8').split('\n')
    const holder = Number(pid)
    if (holder > 0 && began !== '' && beginningOf(holder) === began) {
      throw new StartError(
        `Carillon is already running in ${dir}, as process ${holder}. Stop it, or set DATA_DIR to another directory.`,
      )
    }
  }
  writeFileSync(path, `${process.pid}\n${beginningOf(process.pid) ?? ''}`, { mode: 0o600 })
  return () => rmSync(path, { force: true })
}
