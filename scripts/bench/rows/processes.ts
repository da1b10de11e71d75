import type { BenchChild } from '../child.ts'
import type { Installation, ProcessName } from '../installation.ts'
import { figureOf, interleave, type Row, ratios } from '../measure.ts'
import type { OfferResult } from '../process/offer.ts'

const rounds = 3
/** Of each gateway. */
const connections = 16
const seconds = 5

/**
 * What is offered to each gateway in a second: as much for one as for two, because a process that is offered less
 * serves fewer requests whenever it wakes. Before that, requests are sent as fast as responses arrive for `warmUp`
 * seconds times the number of processes, which share the processors, so that Node has optimized as much in each of
 * them.
 */
const offered = { read: { perSecond: 800, warmUp: 2 }, publish: { perSecond: 40, warmUp: 8 } } as const

type Kind = keyof typeof offered
type Cost = Record<Kind | 'connections', number>

interface Request {
  path: string
  method: 'GET' | 'POST'
  headers: Record<string, string>
  body?: string
}

interface Processes {
  gateways: BenchChild[]
  workers: BenchChild[]
  /** One for each gateway. */
  clients: BenchChild[]
}

async function cpuOf({ gateways, workers }: Processes): Promise<number> {
  const times = await Promise.all([...gateways, ...workers].map((child) => child.ask<number>('cpu')))
  return times.reduce((sum, each) => sum + each, 0)
}

/** Milliseconds of processor time of all processes for each request of a kind. */
async function costOf(processes: Processes, kind: Kind, { path, ...request }: Request): Promise<number> {
  const { clients, gateways } = processes
  const { perSecond, warmUp } = offered[kind]
  const send = <T>(command: string, more: object) =>
    Promise.all(
      clients.map((client, at) =>
        client.ask<T>(command, {
          ...request,
          url: `${gateways[at]?.ready['url']}/api/v1${path}`,
          connections,
          ...more,
        }),
      ),
    )
  await send('load', { seconds: warmUp * gateways.length })
  const before = await cpuOf(processes)
  const results = await send<OfferResult>('offer', { seconds, perSecond })
  const spent = (await cpuOf(processes)) - before
  const behind = results.find((result) => result.perSecond < 0.95 * perSecond)
  if (behind) throw new Error(`${behind.perSecond} of ${perSecond} requests a second were served`)
  return spent / (perSecond * seconds * gateways.length)
}

/** What reads and publishes cost with that many gateways and workers, which are started for it and ended. */
async function measureWith(installation: Installation, count: number, accountId: string): Promise<Cost> {
  const several = (script: ProcessName) => Promise.all(Array.from({ length: count }, () => installation.start(script)))
  const [gateways, workers, clients] = await Promise.all([several('gateway'), several('worker'), several('load')])
  const processes = { gateways, workers, clients }
  const headers = { authorization: `Bearer ${installation.apiKey}`, 'content-type': 'application/json' }
  const body = JSON.stringify({ platform: 'bluesky', accountId, text: 'Hello from the bench' })
  const profile: Request = { path: `/profiles/${installation.profileId}`, method: 'GET', headers }
  const read = await costOf(processes, 'read', profile)
  const publish = await costOf(processes, 'publish', { path: '/posts', method: 'POST', headers, body })
  const { rows } = await installation.context.pool.query(
    `select count(*)::int as count from pg_stat_activity where datname = current_database()`,
  )
  await installation.endProcesses()
  return { read, publish, connections: Number(rows[0]?.count) }
}

export const processes: Row = {
  id: 'processes',
  about:
    'processor time of a read and of a publish with two gateways and two workers, against one of each; each is offered as much',
  bars: [
    { figure: 'read, of that with one', unit: '×', atMost: 1.1 },
    { figure: 'publish, of that with one', unit: '×', atMost: 1.1 },
    { figure: 'read with one', unit: 'ms' },
    { figure: 'publish with one', unit: 'ms' },
    { figure: 'database connections of two and two', unit: '' },
  ],
  async run(installation) {
    const accountId = await installation.connect()
    const costs: Record<1 | 2, Cost[]> = { 1: [], 2: [] }
    const measure = (count: 1 | 2) => async () => {
      const cost = await measureWith(installation, count, accountId)
      costs[count].push(cost)
      return cost.publish
    }
    await interleave({ one: measure(1), two: measure(2) }, { rounds, warmUps: 0 })
    const of = (count: 1 | 2, figure: keyof Cost) => costs[count].map((cost) => cost[figure])
    return {
      'read, of that with one': figureOf(ratios(of(2, 'read'), of(1, 'read'))),
      'publish, of that with one': figureOf(ratios(of(2, 'publish'), of(1, 'publish'))),
      'read with one': figureOf(of(1, 'read')),
      'publish with one': figureOf(of(1, 'publish')),
      'database connections of two and two': figureOf(of(2, 'connections')),
    }
  },
}
