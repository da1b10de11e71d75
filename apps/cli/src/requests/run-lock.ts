import { closeSync, mkdirSync, openSync, readdirSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { UsageError } from '../usage-error.ts'

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // EPERM: it is another user's.
    return Object(error).code === 'EPERM'
  }
}

/**
 * Reads the existing locks with their numbers, and the process of each. A lock file that is being written has no
 * process yet.
 */
function locksAt(path: string): { number: number; file: string; pid: number }[] {
  const prefix = `${basename(path)}.lock-`
  const names = readdirSync(dirname(path)).filter((name) => name.startsWith(prefix))
  return names.flatMap((name) => {
    const file = join(dirname(path), name)
    try {
      return [{ number: Number(name.slice(prefix.length)), file, pid: Number(readFileSync(file, 'utf8')) }]
    } catch (error) {
      if (Object(error).code === 'ENOENT') return []
      throw error
    }
  })
}

const isHeld = ({ pid }: { pid: number }) => pid === 0 || (pid !== process.pid && isAlive(pid))

/**
 * Acquires a lock for the file or request `path`, so that no other run on this machine works on it at the same time,
 * and returns a function that releases it. The lock is a file next to `path` with the process id; that of a run that
 * was killed is ignored. `what` completes the message "Another run …".
 * @throws UsageError if another run has the lock; does not wait for it
 */
export function lockRun(path: string, what: string): () => void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const busy = (file: string) => new UsageError(`Another run ${what}. If it has ended, delete ${file}.`)
  const before = locksAt(path)
  const held = before.find(isHeld)
  if (held) throw busy(held.file)
  const number = Math.max(0, ...before.map((lock) => lock.number)) + 1
  const own = `${path}.lock-${number}`
  try {
    // Of two runs that take the same number, one fails.
    const file = openSync(own, 'wx', 0o600)
    writeSync(file, String(process.pid))
    closeSync(file)
  } catch (error) {
    if (Object(error).code === 'EEXIST') throw busy(own)
    throw error
  }
  const release = () => rmSync(own, { force: true })
  // A run that saw other locks before this one may have taken another number.
  const other = locksAt(path).find((lock) => lock.file !== own && isHeld(lock))
  if (other) {
    release()
    throw busy(other.file)
  }
  for (const lock of before) rmSync(lock.file, { force: true })
  return release
}
