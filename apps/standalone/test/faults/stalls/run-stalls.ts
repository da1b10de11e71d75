import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Cluster, startCluster } from '../cluster.ts'
import { networksNamed } from '../networks.ts'
import { seeded } from '../random.ts'
import { judgeStall, type StallVerdict } from './judge-stall.ts'
import { openWork, untilTrue, watchWork } from './liveness.ts'
import { createMachines } from './machine-state.ts'
import { listTables, mountVolume, type Scene, type Stall, type Table, unmountVolume } from './stall-table.ts'
import { prepareTraffic, type Traffic } from './traffic.ts'

export interface StallResult extends StallVerdict {
  name: string
  seconds: number
  /** Whether this machine could not do it. */
  isSkipped: boolean
  /** Seconds from its end until everything had ended and every process worked. */
  recoverySeconds: number
  /** Processes that ended meanwhile; their supervisor started them again. */
  deaths: number
  /** Carillon's connections to the database afterwards. */
  sessions: number
}

export interface StallOptions {
  seed: number
  networks: readonly string[]
  gateways: number
  workers: number
  /** The stalls of this run, one after the other. */
  choose(tables: readonly Table[]): readonly Stall[]
  report?(result: StallResult): void
  keep?: boolean
}

/** How long after a stall everything that was accepted may take to end. */
const recoveryMs = 90_000
/** Requests of customers in a stall, and the minimum time between two of them. */
const requestsPerStall = 100
const minPauseMs = 150
const stallsPerCluster = 8
const volumeMebibytes = 96

const deathsOf = ({ gateways, workers }: Cluster) =>
  [...gateways, ...workers].reduce((sum, member) => sum + member.deaths(), 0)

async function countSessions({ pool }: Cluster): Promise<number> {
  const { rows } = await pool.query(
    "select count(*)::int as n from pg_stat_activity where application_name like 'carillon%'",
  )
  return rows[0].n
}

async function runStall(scene: Scene, traffic: Traffic, stall: Stall): Promise<StallResult> {
  const { cluster } = scene
  const { name, seconds, cutsNetworks = false } = stall
  const deathsBefore = deathsOf(cluster)
  const { asked, stop } = traffic.start(Math.max(minPauseMs, (seconds * 1_000) / requestsPerStall))
  await sleep(1_000)
  const from = Date.now()
  const end = await stall.begin(scene)
  if (end) await sleep(seconds * 1_000)
  await end?.()
  const to = Date.now()
  const until = to + recoveryMs
  const standing = await watchWork(cluster)
  const idle = await untilTrue(standing, { is: ({ length }) => length === 0, until })
  await stop()
  const open = await untilTrue(() => openWork(cluster), { is: (count) => count === 0, until })
  const recoverySeconds = (Date.now() - to) / 1_000
  const cut = cutsNetworks ? { from, to } : null
  const verdict = await judgeStall(cluster, { asked, numberAccountId: traffic.numberAccountId, cut, until })
  const more = [
    ...idle.map((member) => `${member} does not work ${recoveryMs / 1_000} s after the end`),
    ...(open > 0 ? [`${open} writes or webhooks are open ${recoveryMs / 1_000} s after the end`] : []),
  ]
  return {
    ...verdict,
    faults: verdict.faults + more.length,
    found: [...verdict.found, ...more],
    ...{ name, seconds, recoverySeconds, isSkipped: end === null },
    deaths: deathsOf(cluster) - deathsBefore,
    sessions: await countSessions(cluster),
  }
}

/** Runs stalls in one new cluster; `next` is asked for each one, and ends the cluster with undefined. */
async function runInCluster(
  { seed, gateways, workers, networks: names, keep = false, report }: StallOptions,
  next: (tables: readonly Table[]) => Stall | undefined,
): Promise<StallResult[]> {
  const machines = createMachines()
  const dir = await mkdtemp(join(tmpdir(), 'carillon-volume-'))
  const volume = mountVolume(dir, volumeMebibytes)
  const env = {
    ...{ MEDIA_DIR: join(dir, 'media'), SPOOL_DIR: join(dir, 'spool'), MEDIA_FREE_FLOOR_BYTES: '0' },
    REQUESTS_PER_MINUTE_ORGANIZATION: '1000000',
  }
  const networks = networksNamed(names)
  const cluster = await startCluster({ seed, gateways, workers, networks, keep, env, memberEnv: machines.env })
  const results: StallResult[] = []
  try {
    const traffic = await prepareTraffic({ cluster, networks, random: seeded(seed) })
    const tables = await listTables(cluster)
    for (let stall = next(tables); stall; stall = next(tables)) {
      const result = await runStall({ cluster, machines, volume }, traffic, stall)
      results.push(result)
      report?.(result)
    }
    return results
  } finally {
    await cluster.close()
    if (volume) unmountVolume(volume)
    await rm(dir, { recursive: true, force: true })
  }
}

/**
 * Stops one thing after the other while customers go on, and judges what came of their requests after each. Every few
 * stalls have a cluster of their own, since users of most networks may publish a few dozen times a day.
 */
export async function runStalls(options: StallOptions): Promise<StallResult[]> {
  const results: StallResult[] = []
  let left: Stall[] | undefined
  do {
    let remaining = stallsPerCluster
    const next = (tables: readonly Table[]) => {
      left ??= [...options.choose(tables)]
      return remaining-- > 0 ? left.shift() : undefined
    }
    results.push(...(await runInCluster({ ...options, seed: options.seed + results.length }, next)))
  } while (left !== undefined && left.length > 0)
  return results
}
