import { setTimeout as sleep } from 'node:timers/promises'
import type { BenchChild } from '../child.ts'
import type { Installation } from '../installation.ts'
import { processorTime, serverOf } from '../machine.ts'
import { figureOf, interleave, type Row, ratios } from '../measure.ts'
import type { OfferResult } from '../process/offer.ts'
import type { Arrived } from '../process/receiver.ts'
import { emptyJournal } from '../writes.ts'

const rounds = 3
const warmUpSeconds = 6

/** Endpoints that take every event of a publish, one each. */
const healthyEndpoints = 12
/** 30 % of all endpoints. */
const hangingEndpoints = 5

/** What is offered to measure delays, and to measure processor time and throughput. */
const steady = { perSecond: 20, seconds: 8 }
const busy = { perSecond: 100, seconds: 8 }

interface Processes {
  gateway: BenchChild
  worker: BenchChild
  client: BenchChild
  /** The process id of the database. */
  server: number
}

const allowed = { WEBHOOK_ALLOWED_ORIGINS: 'http://127.0.0.1:*' }

async function startAll(installation: Installation, env: Record<string, string> = {}): Promise<Processes> {
  const [gateway, worker, client] = await Promise.all([
    installation.start('gateway', { ...allowed, ...env }),
    installation.start('worker', { ...allowed, ...env }),
    installation.start('load'),
  ])
  return { gateway, worker, client, server: await serverOf(installation.context) }
}

async function cpuOf({ gateway, worker, server }: Processes): Promise<number> {
  const own = await Promise.all([gateway, worker].map((child) => child.ask<number>('cpu')))
  return own.reduce((sum, each) => sum + each, processorTime(server))
}

type Send = (rate: { perSecond: number; seconds: number }) => Promise<OfferResult>

function sender(installation: Installation, { gateway, client }: Processes, accountId: string): Send {
  const body = JSON.stringify({ platform: 'bluesky', accountId, text: 'Hello from the bench' })
  const headers = { authorization: `Bearer ${installation.apiKey}`, 'content-type': 'application/json' }
  const request = { url: `${gateway.ready['url']}/api/v1/posts`, method: 'POST', connections: 32, headers, body }
  return (rate) => client.ask<OfferResult>('offer', { ...request, ...rate })
}

/** Milliseconds of processor time of a publish, in gateway, worker and database. */
async function publishCost(installation: Installation, accountId: string, env: Record<string, string>) {
  const processes = await startAll(installation, env)
  const send = sender(installation, processes, accountId)
  await send({ ...busy, seconds: warmUpSeconds })
  const before = await cpuOf(processes)
  await send(busy)
  const cost = ((await cpuOf(processes)) - before) / (busy.perSecond * busy.seconds)
  await installation.endProcesses()
  return cost
}

export const eventCost: Row = {
  id: 'event-cost',
  about: 'processor time of a publish with its events, against the same without events; nobody has an endpoint',
  bars: [
    { figure: 'of a publish without', unit: '×', atMost: 1.1 },
    { figure: 'with events', unit: 'ms' },
    { figure: 'without events', unit: 'ms' },
  ],
  async run(installation) {
    const accountId = await installation.connect()
    const found = await interleave(
      {
        with: () => publishCost(installation, accountId, {}),
        without: () => publishCost(installation, accountId, { BENCH_EVENTS: 'none' }),
      },
      { rounds: 8, warmUps: 0 },
    )
    await emptyJournal(installation.context)
    return {
      'of a publish without': figureOf(ratios(found.with, found.without)),
      'with events': figureOf(found.with),
      'without events': figureOf(found.without),
    }
  },
}

/** Creates endpoints, and returns functions that let them take events or not. */
async function createEndpoints(
  installation: Installation,
  { gateway, receiver }: { gateway: BenchChild; receiver: BenchChild },
) {
  const api = async (method: string, path: string, body: object) => {
    const headers = { authorization: `Bearer ${installation.apiKey}`, 'content-type': 'application/json' }
    const url = `${gateway.ready['url']}/api/v1/webhook-endpoints${path}`
    const response = await fetch(url, { method, headers, body: JSON.stringify(body) })
    if (!response.ok) throw new Error(`${url}: ${await response.text()}`)
    return (await response.json()) as { id: string }
  }
  const create = async (count: number, path: string) => {
    const ids: string[] = []
    for (let at = 0; at < count; at++) {
      const body = { url: `${receiver.ready['url']}${path}`, types: ['publish.*'], enabled: false }
      ids.push((await api('POST', '', body)).id)
    }
    return async (enabled: boolean) => {
      for (const id of ids) await api('PATCH', `/${id}`, { enabled })
    }
  }
  return { healthy: await create(healthyEndpoints, '/ok'), hanging: await create(hangingEndpoints, '/hang') }
}

/**
 * Waits until every event has its place and nothing is due to an endpoint that responds; returns the seconds it took.
 */
async function untilDelivered({ context }: Installation): Promise<number> {
  const began = performance.now()
  for (;;) {
    const { rows } = await context.pool.query(
      `select count(*)::int as open from webhook_delivery d join webhook_endpoint e on e.id = d.endpoint_id
      where d.status = 'pending' and e.url like '%/ok'`,
    )
    if (rows[0].open === 0) return (performance.now() - began) / 1000
    await sleep(50)
  }
}

export const events: Row = {
  id: 'events',
  about: `deliveries to ${healthyEndpoints} local endpoints beside ${busy.perSecond} publishes a second, and the delay of each with and without endpoints that hang`,
  bars: [
    { figure: 'deliveries', unit: '/s', atLeast: 1_000 },
    { figure: 'processor time of a delivery', unit: 'ms', atMost: 1.2 },
    { figure: 'change to first byte, p99', unit: 'ms', atMost: 100 },
    { figure: 'change to first byte, p50', unit: 'ms' },
    { figure: 'p99 with 30 % of endpoints hanging', unit: '×', atMost: 2 },
    { figure: 'publishes meanwhile', unit: '/s' },
  ],
  async run(installation) {
    const processes = await startAll(installation)
    const receiver = await installation.start('receiver')
    const { healthy, hanging } = await createEndpoints(installation, { gateway: processes.gateway, receiver })
    const send = sender(installation, processes, await installation.connect())
    const arrived = () => receiver.ask<Arrived>('arrived')
    const delivered = async (rate: { perSecond: number; seconds: number }) => {
      await arrived()
      const [began, before] = [performance.now(), await cpuOf(processes)]
      const { perSecond } = await send(rate)
      await untilDelivered(installation)
      const seconds = (performance.now() - began) / 1000
      return { ...(await arrived()), cpu: (await cpuOf(processes)) - before, seconds, perSecond }
    }
    await healthy(true)
    await delivered({ ...busy, seconds: warmUpSeconds })
    const loaded: Awaited<ReturnType<typeof delivered>>[] = []
    const alone: Awaited<ReturnType<typeof delivered>>[] = []
    const found = await interleave(
      {
        async bare() {
          await healthy(false)
          const { cpu } = await delivered(busy)
          await healthy(true)
          return cpu
        },
        async busy() {
          loaded.push(await delivered(busy))
          return loaded.at(-1)?.cpu ?? Number.NaN
        },
        async alone() {
          alone.push(await delivered(steady))
          return alone.at(-1)?.p99 ?? Number.NaN
        },
        async hanging() {
          await hanging(true)
          const { p99 } = await delivered(steady)
          await hanging(false)
          return p99
        },
      },
      { rounds, warmUps: 0 },
    )
    const cost = found.busy.map((cpu, round) => (cpu - (found.bare[round] ?? 0)) / (loaded[round]?.count ?? 0))
    return {
      deliveries: figureOf(loaded.map(({ count, seconds }) => count / seconds)),
      'processor time of a delivery': figureOf(cost),
      'change to first byte, p99': figureOf(found.alone),
      'change to first byte, p50': figureOf(alone.map(({ p50 }) => p50)),
      'p99 with 30 % of endpoints hanging': figureOf(ratios(found.hanging, found.alone)),
      'publishes meanwhile': figureOf(loaded.map(({ perSecond }) => perSecond)),
    }
  },
}
