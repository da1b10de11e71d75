import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chownSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Identity } from './identity.ts'
import { PostgresError } from './postgres-error.ts'

/**
 * The user that runs a PostgreSQL server, and the paths of its binaries (`native`) and its directory (`dir`). The paths
 * of the cluster (`data`), the password file (`secret`) and the log are within `dir`.
 */
export interface Place {
  who: Identity
  native: string
  dir: string
  data: string
  secret: string
  log: string
}

/**
 * Creates the cluster (PostgreSQL's data directory) with `initdb` if it does not exist. It is built as `init-<pid>` in
 * `dir` and renamed to `data` when it is complete.
 * @param ephemeral whether the server's user also becomes the owner of `dir`, to be able to empty it at the end
 * @throws PostgresError if `initdb` fails, or if something else is in the folder of the cluster
 */
export function initialize({ who, native, dir, data, secret }: Place, ephemeral: boolean): void {
  if (existsSync(join(data, 'PG_VERSION'))) return
  const fresh = join(dir, `init-${process.pid}`)
  if (existsSync(data) && readdirSync(data).length > 0) {
    throw new PostgresError(
      `${data} has no PG_VERSION, but is not empty. Restore it from a backup, or move it away to begin with an empty one.`,
    )
  }
  // A process with the same id, as in a container that is started again, may have been killed while it did this.
  for (const left of [data, fresh]) rmSync(left, { recursive: true, force: true })
  mkdirSync(fresh, { mode: 0o700 })
  writeFileSync(secret, randomBytes(18).toString('base64url'), { mode: 0o600 })
  if (who.uid !== undefined && who.gid !== undefined)
    for (const f of [fresh, secret, ...(ephemeral ? [dir] : [])]) chownSync(f, who.uid, who.gid)
  const init = spawnSync(
    join(native, 'bin/initdb'),
    [
      '-D',
      fresh,
      '-U',
      'postgres',
      `--pwfile=${secret}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      // Unicode-aware and the same everywhere, whatever locales the machine has.
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--no-instructions',
      '--no-sync',
    ],
    { ...who, cwd: '/', encoding: 'utf8', env: { PATH: process.env['PATH'], LC_ALL: 'C' } },
  )
  if (init.status !== 0) {
    rmSync(fresh, { recursive: true, force: true })
    throw new PostgresError(`initdb failed: ${init.error?.message ?? init.stderr}`)
  }
  renameSync(fresh, data)
}
