import { setTimeout as sleep } from 'node:timers/promises'
import type { Cluster } from '../cluster.ts'
import { pick } from '../random.ts'
import { untilNoCalls } from './at-rest.ts'
import type { SimulatedClock } from './simulated-clock.ts'

/** What happens while the schedules of one moment are due, each so many times. */
export interface Disturbance {
  workerKills: number
  gatewayKills: number
  pgRestarts: number
  /** For how many ms of the clock the database is away when the schedules are due; 0: not at all. */
  outageMs: number
}

export interface Scene {
  cluster: Cluster
  clock: SimulatedClock
  networkUrl: string
  random(): number
}

/** How long after the first schedule of a moment is due something may happen, in ms, and by how much longer for each one. */
const withinMs = 5_000
const eachMs = 6
const minuteMs = 60_000

/** The database is away for minutes, which take a few seconds: the clock moves while the network has no call. */
async function outage({ cluster: { databaseRelay }, clock, networkUrl }: Scene, ms: number): Promise<void> {
  await databaseRelay.reject()
  databaseRelay.cut('reset')
  await untilNoCalls(networkUrl)
  clock.shift(ms)
  await databaseRelay.accept()
}

/** Makes all of it happen, while so many schedules are due, at times that the run's numbers decide. */
export async function disturb(scene: Scene, disturbance: Disturbance, due: number): Promise<void> {
  const { cluster, random } = scene
  const { workerKills, gatewayKills, pgRestarts, outageMs } = disturbance
  const kinds: [times: number, happen: () => unknown][] = [
    [workerKills, () => pick(random, cluster.workers).kill()],
    [gatewayKills, () => pick(random, cluster.gateways).kill()],
    [pgRestarts, () => cluster.postgres.crash()],
    [outageMs > 0 ? 1 : 0, () => outage(scene, outageMs)],
  ]
  const all = kinds.flatMap(([times, happen]) => Array.from({ length: times }, () => ({ happen, at: random() })))
  await Promise.all(
    all.map(async ({ happen, at }) => {
      await sleep(at * (withinMs + due * eachMs))
      await happen()
    }),
  )
}

/** The disturbances of so many moments, spread evenly: every eighth outage or so is longer than the default of `onLate`. */
export function planDisturbances(
  moments: number,
  { kills, outages, pgRestarts }: { kills: number; outages: number; pgRestarts: number },
  random: () => number,
): (index: number) => Disturbance {
  const share = (count: number, index: number) =>
    Math.floor(((index + 1) * count) / moments) - Math.floor((index * count) / moments)
  return (index) => {
    const own = share(kills, index)
    const gatewayKills = Array.from({ length: own }, random).filter((number) => number < 0.2).length
    const isAway = share(outages, index) > 0
    const outageMs = isAway ? (random() < 0.25 ? 90 : 10) * minuteMs : 0
    return { workerKills: own - gatewayKills, gatewayKills, pgRestarts: share(pgRestarts, index), outageMs }
  }
}
