import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Thrown if the installation cannot be started. The message is for the operator. */
export class StartError extends Error {
  override readonly name = 'StartError'
}

/**
 * Returns when a process was started, which distinguishes it from a later process with the same id; null if it does not
 * exist. The text is the same for every caller, whatever its time zone and language, and on Linux also after the clock
 * was set, because Linux counts from the start of the machine.
 */
function beginningOf(pid: number): string | null {
  if (process.platform === 'linux') {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
      // The name of the program, which is in brackets, may contain spaces; the twentieth field after it is the start.
      const ticks = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]
      return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()} ${ticks}`
    } catch {
      return null
    }
  }
  const words = ['TZ=UTC', 'LC_ALL=C', 'ps', '-o', 'lstart=', '-p', String(pid)]
  const { status, stdout } = spawnSync('env', words, { encoding: 'utf8' })
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
