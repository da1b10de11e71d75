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

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined)

/** Runs a call of the file system; returns whether it succeeded, false if it failed with the code `expected`. */
function unless(expected: string, call: () => void): boolean {
  try {
    call()
    return true
  } catch (error) {
    if (codeOf(error) === expected) return false
    throw error
  }
}

/** The codes of errors of file systems that have no links. */
const withoutLinks: readonly unknown[] = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK']

/**
 * Gives the content of the file `own` to a new file at `path`, whole and never in the place of another one. Returns false
 * if there is one. Without links, the content follows a moment after the file.
 */
function createWhole(own: string, path: string, link: typeof linkSync): boolean {
  try {
    return unless('EEXIST', () => link(own, path))
  } catch (error) {
    if (!withoutLinks.includes(codeOf(error))) throw error
    return unless('EEXIST', () => writeFileSync(path, readFileSync(own), { flag: 'wx', mode: 0o600 }))
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
  if (contentOf(aside) !== claim) createWhole(aside, path, linkSync)
  rmSync(aside, { force: true })
}

/**
 * Reserves a data directory for this process and returns the function that releases it. The reservation of a process
 * that no longer runs is taken over. Two installations in one directory would overwrite each other's files. Of several
 * processes that call this at the same time, one gets the directory.
 * @param link makes a link; `linkSync` except in tests
 * @throws StartError if another process uses the directory
 */
export function claimDataDir(dir: string, link: typeof linkSync = linkSync): () => void {
  const path = join(dir, 'standalone.pid')
  const own = `${path}.${process.pid}`
  writeFileSync(own, `${process.pid}\n${beginningOf(process.pid) ?? ''}`, { mode: 0o600 })
  try {
    while (!createWhole(own, path, link)) {
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
