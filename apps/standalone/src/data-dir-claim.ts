import { spawnSync } from 'node:child_process'
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { StartError } from './start-error.ts'

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

/** Runs a call of the file system; returns whether it succeeded, false if it failed with the code `expected`. */
function unless(expected: string, call: () => void): boolean {
  try {
    call()
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === expected) return false
    throw error
  }
}

function contentOf(path: string): string | null {
  let content = ''
  const isThere = unless('ENOENT', () => {
    content = readFileSync(path, 'utf8')
  })
  return isThere ? content : null
}

/** Returns the process that made a claim; null if it no longer runs. */
function holderOf(claim: string): number | null {
  const [pid = '', began] = claim.split('\n')
  const holder = Number(pid)
  return holder > 0 && began !== '' && beginningOf(holder) === began ? holder : null
}

/**
 * Removes the claim of a process that no longer runs.
 * @param aside a path beside it, of this process alone: if another process has removed the same claim and made its own
 *   meanwhile, that one is put back
 */
function removeAbandoned(path: string, claim: string, aside: string): void {
  if (!unless('ENOENT', () => renameSync(path, aside))) return
  if (contentOf(aside) !== claim) unless('EEXIST', () => linkSync(aside, path))
  rmSync(aside, { force: true })
}

/**
 * Reserves a data directory for this process and returns the function that releases it. The reservation of a process
 * that no longer runs is taken over. Two installations in one directory would overwrite each other's files. Of several
 * processes that call this at the same time, one gets the directory.
 * @throws StartError if another process uses the directory
 */
export function claimDataDir(dir: string): () => void {
  const path = join(dir, 'standalone.pid')
  const own = `${path}.${process.pid}`
  writeFileSync(own, `${process.pid}\n${beginningOf(process.pid) ?? ''}`, { mode: 0o600 })
  try {
    // A link is made whole, and never in the place of another file.
    while (!unless('EEXIST', () => linkSync(own, path))) {
      const claim = contentOf(path)
      if (claim === null) continue
      const holder = holderOf(claim)
      if (holder !== null) {
        throw new StartError(
          `Carillon is already running in ${dir}, as process ${holder}. Stop it, or set DATA_DIR to another directory.`,
        )
      }
      removeAbandoned(path, claim, `${own}.abandoned`)
    }
  } finally {
    rmSync(own, { force: true })
  }
  return () => rmSync(path, { force: true })
}
