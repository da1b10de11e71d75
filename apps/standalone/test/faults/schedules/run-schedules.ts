import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Cluster, startCluster } from '../cluster.ts'
import { startMember } from '../fleet.ts'
import { pick, seeded } from '../random.ts'
import { type InFlight, untilRest } from './at-rest.ts'
import { judgeSchedules, type ScheduleVerdict } from './check-schedules.ts'
import { disturb, planDisturbances, type Scene } from './disturb.ts'
import type { HeldPost, NetworkState } from './network-state.ts'
import { createOwners } from './owners.ts'
import { dueByNewerRules, type Planned, planSchedules } from './plan-schedules.ts'
import { type Customers, cancel, inParallel, listAll, move, release, schedule } from './schedule-client.ts'
import { createClock, type SimulatedClock } from './simulated-clock.ts'
import { createTimeline, type Timeline } from './timeline.ts'
import { newerRules } from './zone-rules.ts'

export interface ScheduleOptions {
  seed: number
  schedules: number
  /** Around how many moments of the year they are due. */
  moments: number
  /** Organizations with one account each. */
  owners: number
  gateways: number
  workers: number
  kills: number
  /** How often the database is away for ten minutes or more, crashes and returns at once, and the clock is put back. */
  outages: number
  pgRestarts: number
  clockChanges: number
  /** Whether the clocks of processes are an hour ahead or behind after some of their starts. */
  isSkewed: boolean
  /** How much more often the network fails than usual. */
  networkFaultScale: number
  /** How long a moment may take until everything is at rest, in ms. */
  maxCalmMs: number
  report?(line: string): void
  keep?: boolean
}

export interface ScheduleResult extends ScheduleVerdict {
  moments: number
  networkFaults: Record<string, number>
  deaths: number
  createSeconds: number
  yearSeconds: number
  /** What was left where the run could not go on; null if it came to its end. */
  left: InFlight | null
  dir: string
}

interface Run extends Scene {
  options: ScheduleOptions
  customers: Customers
  timeline: Timeline
}

const hourMs = 3_600_000
/** When the run begins by its clock: the same plan follows from a seed on any day. */
const beginsAt = Date.parse('2027-01-01T00:00:00Z')
/** How long before the first schedule of a moment is due the clock stops to jump, in ms. */
const leadMs = 1_500
const connections = 12

async function startNetwork(dir: string, clock: SimulatedClock, { seed, networkFaultScale }: ScheduleOptions) {
  const faults = { NETWORK_SEED: String(seed), NETWORK_FAULTS: String(networkFaultScale) }
  return startMember({
    name: 'network',
    script: join(import.meta.dirname, 'network-process.ts'),
    env: { PATH: process.env['PATH'], ...clock.env(faults, { isSkewed: false }) },
    logPath: join(dir, 'network.log'),
  })
}

/** What the customer of a schedule does about the time at which it is due. */
async function change({ customers, timeline, clock, random }: Run, planned: Planned): Promise<void> {
  await sleep(random() * 3_000)
  const { change: wanted } = planned
  if (wanted === 'cancel') planned.changed = await cancel(customers, planned)
  if (wanted === 'release') planned.released = planned.changed = await release(customers, planned)
  if (wanted === 'move') {
    const due = timeline.later(clock.now() + 2 * hourMs, random)
    planned.changed = due !== undefined && (await move(customers, planned, due))
    if (planned.changed) timeline.add([planned])
  }
}

/** Releases half of those that are held after an outage, as their authors would. */
async function releaseHeld({ customers, random }: Run, planned: readonly Planned[]): Promise<void> {
  const chosen = planned.filter(({ change: wanted }) => wanted === 'none' && random() < 0.5)
  await inParallel(chosen, connections, async (one) => {
    const { headers } = customers.owners[one.owner] ?? {}
    const { body } = await customers.cluster.call('GET', `/schedules/${one.id}`, undefined, {
      ...(headers && { headers }),
    })
    if (body.status === 'held') one.released = await release(customers, one)
  })
}

/** Newer rules of zones are published: a worker that has them computes the times again, others do not yet. */
async function changeZoneRules({ cluster, clock, timeline }: Run, planned: readonly Planned[]): Promise<void> {
  clock.changeZoneRules()
  cluster.workers[0]?.kill()
  const old = `select count(*)::int as count from schedule where status = 'scheduled' and zone_rules < $1`
  for (;;) {
    const { rows } = await cluster.pool.query(old, [newerRules])
    if (rows[0].count === 0) break
    await sleep(200)
  }
  const { rows } = await cluster.pool.query(`select id from schedule where zone_rules = $1`, [newerRules])
  const computed = new Set(rows.map(({ id }) => id))
  const moved = planned.filter((one) => computed.has(one.id) && dueByNewerRules(one) !== one.due)
  for (const one of moved) one.due = dueByNewerRules(one)
  timeline.remove(moved)
  timeline.add(moved)
}

/** Lets the schedules of one moment become due. Returns what is left in flight if it does not end. */
async function passMoment(run: Run, due: readonly Planned[], index: number): Promise<InFlight | null> {
  const { clock, options, cluster, networkUrl, timeline } = run
  const [first, last] = [due[0]?.due ?? 0, due.at(-1)?.due ?? 0]
  clock.shift(Math.max(0, first - leadMs - clock.now()))
  const disturbance = timeline.disturbance(index)
  const changing = due.filter((one) => one.change !== 'none' && one.changed === undefined)
  await Promise.all([
    disturb(run, disturbance, due.length),
    inParallel(changing, connections, (one) => change(run, one)),
    sleep(last - first + leadMs),
  ])
  const left = await untilRest(cluster, networkUrl, options.maxCalmMs)
  if (left !== null || disturbance.outageMs === 0) return left
  await releaseHeld(run, due)
  return untilRest(cluster, networkUrl, options.maxCalmMs)
}

/** The clock is an hour behind for some seconds: what was published must not be published again. */
async function putBack({ clock }: Run): Promise<void> {
  clock.shift(-hourMs)
  await sleep(3_000)
  clock.shift(hourMs)
}

async function passYear(run: Run, planned: readonly Planned[]): Promise<{ moments: number; left: InFlight | null }> {
  const { timeline, options } = run
  const half = Math.floor(timeline.size() / 2)
  for (let index = 0; ; index++) {
    const due = timeline.next()
    if (due.length === 0) return { moments: index, left: null }
    const left = await passMoment(run, due, index)
    if (left !== null) return { moments: index, left }
    if (index === half) await changeZoneRules(run, planned)
    if (timeline.isClockPutBack(index)) await putBack(run)
    if (index % 10 === 9) options.report?.(`moment ${index + 1} of about ${timeline.size()}`)
  }
}

async function createAll(run: Run, planned: readonly Planned[]): Promise<void> {
  const { cluster, customers, random, options } = run
  let created = 0
  const kills = Math.ceil(options.kills / 30)
  const every = Math.ceil(planned.length / (kills + 1))
  await inParallel(planned, connections, async (one) => {
    if (created++ % every === every - 1) pick(random, cluster.gateways).kill()
    await schedule(customers, one)
  })
}

/** When each schedule was taken, by its mark. */
async function timesOfTaking({ pool }: Cluster): Promise<Map<string, number>> {
  const { rows } = await pool.query<{ mark: string; at: Date }>(
    'select request_id as mark, created_at as at from external_write',
  )
  return new Map(rows.map(({ mark, at }) => [mark, at.getTime()]))
}

async function judge({ cluster, customers, networkUrl }: Run, planned: readonly Planned[]) {
  const state = (await (await fetch(`${networkUrl}/state`)).json()) as NetworkState
  const held = new Map<string, HeldPost[]>()
  for (const post of state.posts) {
    const mark = post.text.replace('Post ', '')
    held.set(mark, [...(held.get(mark) ?? []), post])
  }
  const taken = await timesOfTaking(cluster)
  const verdict = judgeSchedules({ planned, seen: await listAll(customers), held, taken })
  return { ...verdict, networkFaults: state.faults }
}

/** Schedules are created for a year, which passes while processes die; then the network says what became of them. */
export async function runSchedules(options: ScheduleOptions): Promise<ScheduleResult> {
  const clock = createClock()
  clock.shift(beginsAt - clock.now())
  const network = await startNetwork(clock.dir, clock, options)
  const networkUrl = String(network.ready()['url'])
  const own = (name: string) => join(import.meta.dirname, name)
  const cluster = await startCluster({
    ...{
      seed: options.seed,
      gateways: options.gateways,
      workers: options.workers,
      networks: [],
      keep: options.keep ?? false,
    },
    ...{ gatewayScript: own('gateway-process.ts'), workerScript: own('worker-process.ts') },
    env: { NETWORK_URL: networkUrl, REQUESTS_PER_MINUTE_ORGANIZATION: '10000000', SETTLE_SCALE: '1' },
    memberEnv: (env) => clock.env(env, { isSkewed: options.isSkewed }),
    startDatabase: clock.startDatabase,
  })
  try {
    return await passAll(options, { cluster, clock, networkUrl })
  } finally {
    await cluster.close()
    await network.stop()
    clock.close()
  }
}

async function passAll(
  options: ScheduleOptions,
  scene: { cluster: Cluster; clock: SimulatedClock; networkUrl: string },
): Promise<ScheduleResult> {
  const { cluster, clock } = scene
  const random = seeded(options.seed)
  const owners = await createOwners(cluster, options.owners)
  const from = beginsAt + 2 * hourMs
  const planned = planSchedules(options, { from, random })
  const timeline = createTimeline(planned, planDisturbances, { ...options, random })
  const run: Run = { ...scene, options, customers: { cluster, owners, now: clock.now }, timeline, random }
  const began = performance.now()
  await createAll(run, planned)
  const createdAt = performance.now()
  options.report?.(`${planned.length} schedules created in ${((createdAt - began) / 1_000).toFixed(0)} s`)
  await untilRest(cluster, scene.networkUrl, options.maxCalmMs)
  const passed = await passYear(run, planned)
  const yearSeconds = (performance.now() - createdAt) / 1_000
  const members = [...cluster.gateways, ...cluster.workers]
  return {
    ...(await judge(run, planned)),
    ...passed,
    deaths: members.reduce((sum, member) => sum + member.deaths(), 0),
    ...{ createSeconds: (createdAt - began) / 1_000, yearSeconds, dir: cluster.dir },
  }
}
