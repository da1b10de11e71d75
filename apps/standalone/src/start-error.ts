import { sep } from 'node:path'
import { PostgresError } from '@carillon/embedded-postgres'

/** Thrown if the installation cannot be started. The message is for the operator. */
export class StartError extends Error {
  override readonly name = 'StartError'
}

const reasons: ReadonlyMap<string, string> = new Map([
  ['EACCES', 'its permissions do not let this user write there'],
  ['EPERM', 'its permissions do not let this user write there'],
  ['EROFS', 'its file system is read-only'],
  ['ENOSPC', 'no space is left on its disk'],
  ['EDQUOT', 'the disk quota of this user is used up'],
  ['ENOTDIR', 'a part of the path is not a folder'],
  ['EEXIST', 'it is not a folder'],
])

/** The code of an error of the file system and the path that it is about; of a failed write, the path is not known. */
function detailsOf(error: unknown): { code: string; path: string | null } {
  if (!(error instanceof Error && 'syscall' in error && 'code' in error)) return { code: '', path: null }
  return { code: String(error.code), path: 'path' in error ? String(error.path) : null }
}

/**
 * Returns a `StartError` if `error` comes from the database server that the installation starts, or means that
 * `dataDir` cannot be written, with what to do then; otherwise `error` itself.
 */
export function explained(error: unknown, dataDir: string): unknown {
  if (error instanceof PostgresError) return new StartError(error.message, { cause: error })
  const { code, path } = detailsOf(error)
  const reason = reasons.get(code)
  const isInside =
    path === null || `${path}${sep}`.startsWith(`${dataDir}${sep}`) || dataDir.startsWith(`${path}${sep}`)
  if (reason === undefined || !isInside) return error
  const what = path ?? dataDir
  return new StartError(
    `${what} cannot be written: ${reason} (${code}). Mend that, or set DATA_DIR to another directory.`,
  )
}
