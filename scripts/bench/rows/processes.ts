import type { BenchChild } from '../child.ts'
import type { Installation } from '../installation.ts'
import { figureOf, interleave, type Row, ratios } from '../measure.ts'
import type { LoadResult } from '../process/load.ts'

const rounds = 3
/** Of each gateway. */
const connections = 16

interface Cost {
  read: number
  publish: number
  connections: number
}

const cpuOf = async (children: readonly BenchChild[]) =>
  (await Promise.all(children.map((child) => child.ask<number>('cpu')))).reduce((sum, each) => sum + each, 0)

/** Sends the same to every gateway at the same time: milliseconds of the processes' time for each request. */
async function costOf(
  processes: readonly BenchChild[],
  requests: readonly (() => Promise<LoadResult & { seconds: number }>)[],
): Promise<number> {
  const before = await cpuOf(processes)
  const results = await Promise.all(requests.map((send) => send()))
  const sent = results.reduce((sum, { perSecond, seconds }) => sum + perSecond * seconds, 0)
  return ((await cpuOf(processes)) - before) / sent
}

/** What reads and publishes cost with that many gateways and workers, which are started for it and ended. */
async function measureWith(installation: Installation, count: number, accountId: string): Promise<Cost> {
  const range = Array.from({ length: count }, (_, at) => at)
  const [gateways, workers, clients] = await Promise.all([
    Promise.all(range.map(() => installation.start('gateway'))),
    Promise.all(range.map(() => installation.start('worker'))),
    Promise.all(range.map(() => installation.start('load'))),
  ])
  const headers = { authorization: `Bearer ${installation.apiKey}`, 'content-type': 'application/json' }
  const body = JSON.stringify({ platform: 'bluesky', accountId, text: 'Hello from the bench' })
  const ask = (path: string, more: object) =>
    gateways.map((gateway, at) => async (seconds: number) => {
      const url = `${gateway.ready['url']}/api/v1${path}`
      const request = { url, headers, connections, seconds, ...more }
      const result = await clients[at]?.ask<LoadResult>('load', request)
      if (result === undefined) throw new Error('every gateway has a client of its own')
      return { ...result, seconds }
    })
  const reads = ask(`/profiles/${installation.profileId}`, {})
  const publishes = ask('/posts', { method: 'POST', body })
  const lasting = (sends: typeof reads, seconds: number) => sends.map((send) => () => send(seconds))
  // What is loaded with the first request of its kind is no part of a request's cost.
  await costOf(gateways, lasting(reads, 1))
  await costOf(workers, lasting(publishes, 3))
  const read = await costOf(gateways, lasting(reads, 2))
  const publish = await costOf([...gateways, ...workers], lasting(publishes, 3))
  const { rows } = await installation.context.pool.query(
    `select count(*)::int as count from pg_stat_activity where datname = current_database()`,
  )
  await installation.endProcesses()
  return { read, publish, connections: Number(rows[0]?.count) }
}

export const processes: Row = {
  id: 'processes',
  about: 'processor time of a read and of a publish with two gateways and two workers, against one of each',
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
