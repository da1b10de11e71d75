import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { FAULT_NAMES } from '@carillon/sandbox'
import { alerts } from '@carillon/service'
import { networksNamed } from '../networks.ts'
import { createMachines } from '../stalls/machine-state.ts'
import { listTables, lockOf, mountVolume, type Scene, stalls, unmountVolume } from '../stalls/stall-table.ts'
import { type Client, prepareClient } from './client.ts'
import { networksOfCustomers, startCustomers } from './customers.ts'
import { emptyQueries } from './dashboard-queries.ts'
import { alertOfAnyStall, alertOfFault, type Expected } from './expected-alerts.ts'
import { faultyNetworks, planOfFault } from './fault-plans.ts'
import type { ActiveAlert } from './prometheus.ts'
import { startWatched, type WatchedCluster } from './watched-cluster.ts'

export interface AlertsOptions {
  seed: number
  /** By how much faster time runs for the rules. */
  factor: number
  /** Only what contains one of these words in its name. */
  words: readonly string[]
  keep: boolean
}

export interface AlertResult {
  name: string
  /** The alert that has to fire; null where this machine cannot have the stall. */
  expected: string | null
  /** Seconds until it fired; null if it did not. */
  seconds: number | null
  /** Other alerts that fired meanwhile: those that follow from the same cause, and those that nothing explains. */
  also: string[]
  unexplained: string[]
}

/** Something that goes wrong until it is ended. */
interface Trouble {
  name: string
  expected: Expected
  /** The network that the alert has to name. */
  network?: string
  begin(): Promise<(() => Promise<void>) | null>
}

/** How long an alert may take by the clock of this machine, and how long after the end it may go on. */
const maxMs = 240_000
const requestEveryMs = 1_000
const lockedTables = ['_private_jobs', 'external_write', 'account', 'credential', 'event_outbox']

const short = (alert: ActiveAlert) => alert.name.replace(/^Carillon/, '')
const isCause = (alert: ActiveAlert) => short(alert) in alerts

function faultsOf({ cluster }: WatchedCluster, client: Client): Trouble[] {
  const ordered = [...FAULT_NAMES].sort(
    (one, other) => Object.keys(planOfFault).indexOf(one) - Object.keys(planOfFault).indexOf(other),
  )
  return ordered.map((fault) => {
    const plan = planOfFault[fault]
    const { network, rule = {} } = plan
    return {
      ...{ name: fault, expected: alertOfFault[fault], network },
      async begin() {
        const { status, body } = await cluster.sandbox('POST', '/faults', { network, fault, ...rule })
        if (status !== 201) throw new Error(`${fault}: ${JSON.stringify(body)}`)
        const stop = client.start(plan, requestEveryMs)
        return async () => {
          await cluster.sandbox('DELETE', `/faults?network=${network}`)
          await stop()
        }
      },
    }
  })
}

async function stallsOf(scene: Scene): Promise<Trouble[]> {
  const tables = (await listTables(scene.cluster)).filter(({ name }) => lockedTables.includes(name))
  const byName = new Map([...stalls, ...tables.map((table) => lockOf(table, 9))].map((stall) => [stall.name, stall]))
  return [...byName.values()].map((stall) => {
    const expected = alertOfAnyStall(stall)
    if (!expected) throw new Error(`there is no alert for ${stall.name}`)
    return { name: stall.name, expected, begin: () => stall.begin(scene) }
  })
}

const isExpected =
  ({ expected: { alert }, network }: Trouble) =>
  (active: ActiveAlert): boolean =>
    short(active) === alert && (network === undefined || (active.labels['network'] ?? network) === network)

async function judge({ prometheus }: WatchedCluster, trouble: Trouble): Promise<AlertResult> {
  const { name, expected } = trouble
  const matches = isExpected(trouble)
  const read = () => prometheus.alerts().catch(() => [])
  const end = await trouble.begin()
  if (end === null) return { name, expected: null, seconds: null, also: [], unexplained: [] }
  const since = Date.now()
  const fired = new Map<string, ActiveAlert>()
  let seconds: number | null = null
  while (seconds === null && Date.now() - since < maxMs) {
    await sleep(500)
    for (const alert of await read()) {
      // Prometheus stores the time of an evaluation that began before.
      if (!alert.isFiring || alert.since < since - 1_000) continue
      if (matches(alert)) seconds = Math.round((Date.now() - since) / 1_000)
      fired.set(JSON.stringify(alert.labels), alert)
    }
  }
  await end()
  const others = [...new Set([...fired.values()].filter((alert) => !matches(alert)).map(short))]
  const isExplained = (alert: string) => !(alert in alerts) || expected.also.some((one) => one === alert)
  return {
    ...{ name, expected: expected.alert, seconds },
    also: others.filter(isExplained),
    unexplained: others.filter((alert) => !isExplained(alert)),
  }
}

/** Waits until no alert on a cause fires any more, or those that go on do not concern the next trouble. */
async function untilCalm({ prometheus }: WatchedCluster, next: Trouble): Promise<void> {
  const until = Date.now() + maxMs
  for (;;) {
    const firing = (await prometheus.alerts()).filter(isCause)
    const short = firing.filter((alert) => Date.now() - alert.since < 60_000 || isExpected(next)(alert))
    if (short.length === 0 || Date.now() > until) return
    await sleep(1_000)
  }
}

/**
 * Injects every kind of fault and every stall, one after the other, into an installation that customers use and that a
 * Prometheus watches; reports which alerts fired, and afterwards the queries of dashboards that have no data.
 */
export async function runAlerts(
  { seed, factor, words, keep }: AlertsOptions,
  report: (result: AlertResult) => void,
): Promise<{ results: AlertResult[]; empty: string[] }> {
  const machines = createMachines()
  const dir = await mkdtemp(join(tmpdir(), 'carillon-volume-'))
  const volume = mountVolume(dir, 96)
  const watched = await startWatched({
    ...{ seed, keep, factor, scrapeSeconds: 3, gateways: 2, workers: 2, memberEnv: machines.env },
    networks: networksNamed([...faultyNetworks, ...networksOfCustomers]),
    env: {
      ...{ MEDIA_DIR: join(dir, 'media'), SPOOL_DIR: join(dir, 'spool'), MEDIA_FREE_FLOOR_BYTES: '0' },
      ...{
        REQUESTS_PER_MINUTE_ORGANIZATION: '1000000',
        WEBHOOK_ALLOWED_ORIGINS: 'http://127.0.0.1:*,http://localhost:*',
      },
    },
  })
  try {
    const { cluster } = watched
    const client = await prepareClient(cluster)
    const customers = await startCustomers(cluster, seed, 3_000)
    const all = [...(await stallsOf({ cluster, machines, volume })), ...faultsOf(watched, client)]
    const results: AlertResult[] = []
    for (const trouble of all.filter(({ name }) => words.some((word) => name.includes(word)))) {
      await untilCalm(watched, trouble)
      const result = await judge(watched, trouble)
      results.push(result)
      report(result)
    }
    const empty = await emptyQueries(watched.prometheus)
    await customers.stop()
    return { results, empty }
  } finally {
    await watched.close()
    if (volume) unmountVolume(volume)
    await rm(dir, { recursive: true, force: true })
  }
}
