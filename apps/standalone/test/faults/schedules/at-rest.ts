import { setTimeout as sleep } from 'node:timers/promises'
import type { Cluster } from '../cluster.ts'

/** What is still going on in an installation. */
export interface InFlight {
  /** Writes that have not ended, schedules that are due, and jobs that a worker has. */
  writes: number
  due: number
  jobs: number
  /** Requests that the network has not responded to. */
  calls: number
}

/** By the clock of the database, which is the simulated one. */
const counts = `select
  (select count(*)::int from external_write where wake_at is not null) as writes,
  (select count(*)::int from schedule where status = 'scheduled' and due_at <= now()) as due,
  (select count(*)::int from graphile_worker._private_jobs where locked_at is not null) as jobs`

async function openCalls(networkUrl: string): Promise<number> {
  const response = await fetch(`${networkUrl}/open`)
  const { open } = (await response.json()) as { open: number }
  return open
}

async function inFlight({ pool }: Pick<Cluster, 'pool'>, networkUrl: string): Promise<InFlight> {
  const { rows } = await pool.query<Omit<InFlight, 'calls'>>(counts)
  const [found = { writes: 1, due: 1, jobs: 1 }] = rows
  return { ...found, calls: await openCalls(networkUrl) }
}

const everyMs = 100
const looks = 3

/**
 * Waits until nothing is in flight, at several looks in a row: only then may the clock be moved, as otherwise a call would
 * seem to last for days, and a process would seem to have been dead for so long. Returns what is left after `maxMs`; null
 * if nothing is.
 */
export async function untilRest(
  cluster: Pick<Cluster, 'pool'>,
  networkUrl: string,
  maxMs: number,
): Promise<InFlight | null> {
  const until = performance.now() + maxMs
  let quiet = 0
  for (;;) {
    const left = await inFlight(cluster, networkUrl).catch(() => ({ writes: 1, due: 0, jobs: 0, calls: 0 }))
    quiet = Object.values(left).every((count) => count === 0) ? quiet + 1 : 0
    if (quiet === looks) return null
    if (performance.now() > until) return left
    await sleep(everyMs)
  }
}

/** Waits until the network has had no call for a while, as it has once the database has been away for some seconds. */
export async function untilNoCalls(networkUrl: string): Promise<void> {
  for (let quiet = 0; quiet < 15; ) {
    quiet = (await openCalls(networkUrl)) === 0 ? quiet + 1 : 0
    await sleep(everyMs)
  }
}
