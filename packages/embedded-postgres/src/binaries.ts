import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, symlinkSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { OUTSIDE } from './cluster-dir.ts'
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
    if (!existsSync(at)) symlinkSync(relative(dirname(target), source), at)
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
 * Returns the directory of the PostgreSQL binaries: in `node_modules`, or, if they do not run there (read-only, or not
 * accessible to the server's user, as under /root), a copy that is created under `base` or, as root, under
 * /var/lib/embedded-postgres.
 * @param who the user that runs the server, as `unprivileged` returns it
 * @throws PostgresError if none are installed for this platform, or the binaries run from neither
 */
export function locate(who: Identity, base: string): string {
  const native = installed()
  try {
    hydrate(native)
  } catch {}
  if (runs(native, who)) return native
  const name = createHash('sha256').update(native).digest('hex').slice(0, 12)
  const copy = isRoot ? join(OUTSIDE, `bin-${name}/native`) : join(base, `bin-${name}/native`)
  if (!existsSync(copy)) {
    const part = `${copy}.${process.pid}`
    mkdirSync(dirname(copy), { recursive: true })
    cpSync(native, part, { recursive: true, verbatimSymlinks: true, filter: (f) => !f.endsWith('.a') })
    renameSync(part, copy)
    hydrate(copy)
  }
  if (!runs(copy, who)) throw new PostgresError(`PostgreSQL binaries do not run from ${native} nor from ${copy}`)
  return copy
}
