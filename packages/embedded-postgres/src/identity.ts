import { spawnSync } from 'node:child_process'
import { PostgresError } from './postgres-error.ts'

export interface Identity {
  uid?: number
  gid?: number
}

export const isRoot = process.getuid?.() === 0

/**
 * Returns the user that runs PostgreSQL: `{}`, which means the current user, unless this process is root. PostgreSQL
 * rejects root; the user is then `postgres` or, if it does not exist, `nobody`.
 * @throws PostgresError as root if neither user exists
 */
export function unprivileged(): Identity {
  if (!isRoot) return {}
  for (const name of ['postgres', 'nobody']) {
    const uid = spawnSync('id', ['-u', name], { encoding: 'utf8' })
    const gid = spawnSync('id', ['-g', name], { encoding: 'utf8' })
    if (uid.status === 0 && gid.status === 0) return { uid: Number(uid.stdout), gid: Number(gid.stdout) }
  }
  throw new PostgresError(
    'Running as root and neither a "postgres" nor a "nobody" user exists; set DATABASE_URL instead.',
  )
}
