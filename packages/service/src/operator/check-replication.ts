import { type Replication, readReplication } from '@carillon/database'
import type { Context } from '../context.ts'

const check = 'database failover'

type Guarantee = { ok: boolean; detail: string }

/**
 * Returns what a failover guarantees if only synchronous standbys are promoted. `ok` is false if a commit waits for no
 * standby.
 */
function promised({ isSynchronous, standbys }: Replication): Guarantee {
  if (isSynchronous) {
    return {
      ok: true,
      detail: `synchronous: a commit waits for standbys (${standbys} connected); a failover loses nothing`,
    }
  }
  const detail =
    'DATABASE_FAILOVER is synchronous, but a commit waits for no standby: synchronous_standby_names is empty, or synchronous_commit is off or local. Set them, or remove DATABASE_FAILOVER.'
  return { ok: false, detail }
}

/** Returns what a failover guarantees if any standby may be promoted. Always `ok`. */
function unpromised({ isSynchronous, standbys }: Replication): Guarantee {
  if (isSynchronous) {
    const detail = `a commit waits for standbys (${standbys} connected), but DATABASE_FAILOVER is asynchronous: after a failover, open writes are looked up before they are sent. Set it to synchronous if only a synchronous standby is ever promoted.`
    return { ok: true, detail }
  }
  if (standbys === 0) {
    return { ok: true, detail: 'no standby: what was committed is as safe as the disk of one server, and its backups' }
  }
  const detail = `asynchronous (${standbys} connected): a failover can lose what was accepted last. Nothing is published twice; list what was lost with restore report.`
  return { ok: true, detail }
}

/**
 * Reads how the database replicates, and returns a finding of `doctor` that says what a failover can lose. `ok` is
 * false only if `DATABASE_FAILOVER` is synchronous but a commit does not wait for a standby.
 */
export async function checkReplication({ config, db }: Pick<Context, 'config' | 'db'>) {
  const found = await readReplication(db)
  const guarantee = config.promotesSynchronous ? promised(found) : unpromised(found)
  const blind = found.showsTimeline
    ? ''
    : ' The server does not show its timeline, so that the promotion of a standby is not noticed.'
  return { check, ok: guarantee.ok, detail: `${guarantee.detail}${blind}` }
}
