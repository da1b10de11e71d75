import { setTimeout as sleep } from 'node:timers/promises'
import { isLeaseHeld } from '@carillon/database'
import type { Cluster } from './cluster.ts'

const maxMs = 30_000
const everyMs = 20

interface Running {
  id: string
  running_by: string
  version: number
}

/** Publishes that somebody drives at this moment. */
export async function running(cluster: Cluster): Promise<Running[]> {
  const { rows } = await cluster.pool.query<Running>(
    'select id, running_by, version from external_write where running_since is not null and wake_at is not null',
  )
  return rows
}

/**
 * How long after `killedAt` each publish that the dead worker had in hand was taken up by a living one, in ms. One that
 * is not taken up within half a minute counts as that long.
 */
export async function recoveries(cluster: Cluster, before: readonly Running[], killedAt: number): Promise<number[]> {
  await sleep(50)
  const names = [...new Set(before.map(({ running_by }) => running_by))]
  const dead = new Set<string>()
  for (const name of names) if (!(await isLeaseHeld(cluster.db, name).catch(() => true))) dead.add(name)
  const waiting = new Map(before.filter(({ running_by }) => dead.has(running_by)).map((row) => [row.id, row]))
  const times: number[] = []
  while (waiting.size > 0 && performance.now() - killedAt < maxMs) {
    const now = await cluster.pool
      .query<Running & { wake_at: Date | null }>(
        'select id, running_by, version, wake_at from external_write where id = any($1)',
        [[...waiting.keys()]],
      )
      .catch(() => ({ rows: [] }))
    for (const { id, running_by, wake_at } of now.rows) {
      if (wake_at !== null && running_by === waiting.get(id)?.running_by) continue
      times.push(performance.now() - killedAt)
      waiting.delete(id)
    }
    await sleep(everyMs)
  }
  return [...times, ...[...waiting].map(() => maxMs)]
}

/** The smallest value that at least `share` of all do not exceed. */
export function percentile(values: readonly number[], share: number): number | null {
  const sorted = values.toSorted((left, right) => left - right)
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? null
}
