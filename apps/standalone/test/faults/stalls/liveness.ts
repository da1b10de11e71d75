import { setTimeout as sleep } from 'node:timers/promises'
import type { Cluster } from '../cluster.ts'
import type { Member } from '../fleet.ts'

async function read(member: Member, path: string): Promise<string | null> {
  const { url } = member.ready()
  if (member.pid() === null) return null
  const response = await fetch(`${url}${path}`, { signal: AbortSignal.timeout(5_000) }).catch(() => null)
  return response?.ok ? response.text().catch(() => null) : null
}

/** How many jobs the worker's process has ended since it started. */
async function jobsEnded(worker: Member): Promise<number> {
  const text = (await read(worker, '/metrics')) ?? ''
  return [...text.matchAll(/^carillon_job_duration_seconds_count\S* (\d+)/gm)].reduce(
    (sum, [, n]) => sum + Number(n),
    0,
  )
}

/**
 * Starts to watch which processes work: a gateway that is ready, a worker that is ready and has ended a job since. The
 * returned function says which ones do not work yet.
 */
export async function watchWork({ gateways, workers }: Cluster): Promise<() => Promise<string[]>> {
  const atFirst = new Map<string, { pid: number | null; jobs: number }>()
  for (const worker of workers) atFirst.set(worker.name, { pid: worker.pid(), jobs: await jobsEnded(worker) })
  const isReady = async (member: Member) => (await read(member, '/readyz')) !== null
  const works = async (worker: Member) => {
    const before = atFirst.get(worker.name)
    const known = before?.pid === worker.pid() ? before.jobs : 0
    return (await isReady(worker)) && (await jobsEnded(worker)) > known
  }
  return async () => {
    const all = [
      ...gateways.map(async (one) => ((await isReady(one)) ? [] : [one.name])),
      ...workers.map(async (one) => ((await works(one)) ? [] : [one.name])),
    ]
    return (await Promise.all(all)).flat()
  }
}

/** Writes, webhooks and due jobs that have not ended; what cannot be read counts as one. */
export async function openWork({ pool }: Cluster): Promise<number> {
  const { rows } = await pool
    .query<{ open: number }>(
      `select ((select count(*) from external_write where wake_at is not null)
        + (select count(*) from webhook_event where processed_at is null))::int as open`,
    )
    .catch(() => ({ rows: [{ open: 1 }] }))
  return rows[0]?.open ?? 1
}

/** Asks until the response is as it should be, or until `until`; returns the last one. */
export async function untilTrue<T>(
  ask: () => Promise<T>,
  { is, until }: { is(value: T): boolean; until: number },
): Promise<T> {
  for (;;) {
    const value = await ask()
    if (is(value) || Date.now() > until) return value
    await sleep(200)
  }
}
