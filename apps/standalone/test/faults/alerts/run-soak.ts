import { loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { networksNamed } from '../networks.ts'
import { networksOfCustomers, startCustomers } from './customers.ts'
import type { ActiveAlert } from './prometheus.ts'
import { startWatched } from './watched-cluster.ts'

interface SoakOptions {
  seed: number
  minutes: number
  keep: boolean
}

export interface SoakResult {
  /** Alerts that fired, with their labels, and those whose condition held for a moment. */
  fired: string[]
  pending: string[]
  /** What customers did, and the greatest load of the machine. */
  publishes: Record<string, number>
  reads: Record<string, number>
  load: { min: number; max: number }
}

const nameOf = ({ name, labels }: ActiveAlert): string => {
  const { alertname: _name, severity: _severity, ...rest } = labels
  return `${name} ${JSON.stringify(rest)}`
}

const networks = networksNamed([...networksOfCustomers])
const leastPauseMs = 3_000

/** The pause between two writes, of which every third is a publish: no user may publish more than a network allows. */
function pauseOf(minutes: number): number {
  const allowed = networks.reduce((sum, { users, maxPerUser }) => sum + users.length * maxPerUser, 0)
  return Math.max(leastPauseMs, (minutes * 60_000) / (3 * 0.9 * allowed))
}

/** Lets customers use an installation without faults, and collects the alerts of the rules as they are. */
export async function runSoak(
  { seed, minutes, keep }: SoakOptions,
  print: (line: string) => void,
): Promise<SoakResult> {
  const { cluster, prometheus, close } = await startWatched({
    ...{ seed, keep, gateways: 1, workers: 2, networks },
    ...{ factor: 1, scrapeSeconds: 15, env: { WEBHOOK_ALLOWED_ORIGINS: 'http://127.0.0.1:*,http://localhost:*' } },
  })
  try {
    const customers = await startCustomers(cluster, seed, pauseOf(minutes))
    const [fired, pending] = [new Set<string>(), new Set<string>()]
    const load = { min: Number.POSITIVE_INFINITY, max: 0 }
    const until = Date.now() + minutes * 60_000
    while (Date.now() < until) {
      await sleep(5_000)
      for (const alert of await prometheus.alerts()) {
        const seen = alert.isFiring ? fired : pending
        if (!seen.has(nameOf(alert))) print(`  ${alert.isFiring ? 'firing' : 'pending'}: ${nameOf(alert)}`)
        seen.add(nameOf(alert))
      }
      const [now = 0] = loadavg()
      load.min = Math.min(load.min, now)
      load.max = Math.max(load.max, now)
    }
    await customers.stop()
    const { rows } = await cluster.pool.query(
      "select status, count(*)::int as n from external_write where kind = 'publish' group by 1",
    )
    const publishes = Object.fromEntries(rows.map(({ status, n }) => [status, n]))
    return { fired: [...fired], pending: [...pending], publishes, reads: customers.statuses, load }
  } finally {
    await close()
  }
}
