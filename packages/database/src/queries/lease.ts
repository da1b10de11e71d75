import type { Logger } from '@carillon/log'
import { sql } from 'kysely'
import { openClient } from '../connection/servers.ts'
import type { Db } from '../db.ts'
import type { QueueTables } from '../schema/queue.ts'
import { namespaces } from '../statements/advisory-lock.ts'

/**
 * The lease of a worker pool, which shows that its process is alive. `release` ends the lease and closes its
 * connection.
 */
export interface Lease {
  release(): Promise<void>
}

/**
 * Takes an advisory lock with the name of a worker pool, waiting for it if necessary. The lock lasts as long as the
 * process and its connection, or until `release` of the returned lease, which closes the connection. If the connection
 * is lost, `onLost` is called, which must end the process, because other workers take over the jobs of the pool.
 * @throws the error of the last server of the URL if no connection can be opened
 */
export async function acquireLease(input: { url: string; name: string; log: Logger; onLost(): void }): Promise<Lease> {
  const options = {
    url: input.url,
    keepAliveInitialDelayMillis: 5_000,
    application_name: 'carillon-lease',
  }
  let released = false
  const client = await openClient(options, async (opened) => {
    // The server, too, has to notice within half a minute that the host is gone.
    await opened.query('set tcp_keepalives_idle = 10')
    await opened.query('set tcp_keepalives_interval = 5')
    await opened.query('set tcp_keepalives_count = 3')
    await opened.query('select pg_advisory_lock($1, hashtext($2))', [namespaces.lease, input.name])
  })
  client.on('error', (error) => input.log.error({ err: error }, 'lease connection failed'))
  client.once('end', () => {
    if (!released) input.onLost()
  })
  return {
    async release() {
      released = true
      await client.end()
    },
  }
}

const leaseOf = (name: ReturnType<typeof sql>) => sql<boolean>`exists (
  select from pg_locks as held
  where held.locktype = 'advisory' and held.granted and held.objsubid = 2
    and held.database = (select oid from pg_database where datname = current_database())
    and held.classid::bigint = ${namespaces.lease}
    and held.objid::bigint = hashtext(${name})::bigint & 4294967295)`

/**
 * Returns whether the process of the worker pool `name` is alive, as far as the database knows: whether its lease
 * exists.
 */
export async function isLeaseHeld(db: Db, name: string): Promise<boolean> {
  const row = await db.kysely.selectNoFrom(leaseOf(sql`${name}`).as('held')).executeTakeFirstOrThrow()
  return row.held
}

/**
 * Unlocks the jobs of worker pools whose process has ended, so that other workers take them. Only pools are checked
 * that took a job more than a second ago. Does nothing if another process is running this function. Returns the number
 * of dead pools.
 */
export async function releaseDeadPools(db: Db): Promise<number> {
  // A query of its own within the statement: the lock is tried once, and not for each job.
  const isOurs = sql<boolean>`(select pg_try_advisory_xact_lock(${namespaces.sweep}::int, hashtext('dead workers')))`
  const jobs = db.kysely.$extendTables<QueueTables>().selectFrom('graphile_worker._private_jobs').where(isOurs)
  const taken = jobs.where('isAvailable', 'is not', true).where('lockedBy', 'is not', null)
  const holders = taken.where('lockedAt', '<', sql<Date>`now() - interval '1 second'`).select('lockedBy').distinct()
  const row = await db.kysely
    .with('holder', holders)
    .selectFrom('holder')
    .select(({ fn }) => fn.countAll<number>().as('dead'))
    .select(sql`graphile_worker.force_unlock_workers(array_agg(locked_by))`.as('unlocked'))
    .where(sql<boolean>`not ${leaseOf(sql`holder.locked_by`)}`)
    .having(({ fn }) => fn.countAll(), '>', sql.lit(0))
    .executeTakeFirst()
  return row?.dead ?? 0
}
