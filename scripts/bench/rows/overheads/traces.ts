import { fileURLToPath } from 'node:url'
import { inSpan } from '@carillon/log'
import type { Installation } from '../../installation.ts'
import { figureOf, interleave, type Row, ratios } from '../../measure.ts'
import type { LoadResult } from '../../process/load.ts'

const rounds = 6
/**
 * Rounds in which traces are switched on and off in the same processes, and the seconds of each half: many, as two
 * halves differ by more than what is looked for.
 */
const switches = { rounds: 60, seconds: 2 } as const
const connections = 8
/** Node optimizes meanwhile. */
const warmUpSeconds = 4
const seconds = 6

/** What is loaded before gateway and worker. */
const modes = {
  seam: 'without-spans',
  off: null,
  switched: 'switched-traces',
  counted: 'count-spans',
} as const

type Mode = keyof typeof modes

interface Cost {
  /** Milliseconds of processor time of gateway and worker for each publish. */
  cpu: number
  /** MiB of both heaps after a collection. */
  heap: number
  /** Calls of the functions of spans for each publish, where they are counted. */
  calls: number
}

interface Bench {
  installation: Installation
  accountId: string
  collectorUrl: string
}

/**
 * Starts gateway and worker with what `mode` loads, and a client that publishes. They run from their sources in every
 * mode, as what is loaded cannot replace a module within a bundle.
 */
async function startIn({ installation, accountId, collectorUrl }: Bench, mode: Mode) {
  const name = modes[mode]
  const hook = name && fileURLToPath(new URL(`../../process/span-modes/${name}.ts`, import.meta.url))
  const env = {
    ...(hook && { NODE_OPTIONS: `--import=${hook}` }),
    ...(mode === 'switched' && { OTEL_EXPORTER_OTLP_ENDPOINT: collectorUrl }),
    // What was traced is exported before traces have been off for long.
    ...(mode === 'switched' && { OTEL_BSP_SCHEDULE_DELAY: '500' }),
  }
  const [gateway, worker, client] = await Promise.all([
    installation.start('gateway', env, { fromSources: true }),
    installation.start('worker', env, { fromSources: true }),
    installation.start('load'),
  ])
  const request = {
    ...{ url: `${gateway.ready['url']}/api/v1/posts`, method: 'POST', connections },
    headers: { authorization: `Bearer ${installation.apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ platform: 'bluesky', accountId, text: 'Hello from the bench' }),
  }
  return {
    sum: async (command: string) => (await gateway.ask<number>(command)) + (await worker.ask<number>(command)),
    /** Publishes for some seconds and returns the number of publishes. */
    load: async (duration: number) =>
      (await client.ask<LoadResult>('load', { ...request, seconds: duration })).perSecond * duration,
    tell: (command: string, input: unknown) => Promise.all([gateway.ask(command, input), worker.ask(command, input)]),
    stop: () => Promise.all([gateway.stop(), worker.stop(), client.stop()]),
  }
}

async function costOf(bench: Bench, mode: Mode): Promise<Cost> {
  const { sum, load, stop } = await startIn(bench, mode)
  await load(warmUpSeconds)
  const before = { cpu: await sum('cpu'), calls: mode === 'counted' ? await sum('spanCalls') : 0 }
  const count = await load(seconds)
  const after = { cpu: await sum('cpu'), calls: mode === 'counted' ? await sum('spanCalls') : 0 }
  const heap = await sum('heap')
  await stop()
  return { cpu: (after.cpu - before.cpu) / count, heap, calls: (after.calls - before.calls) / count }
}

/** The cost of a publish while one in a hundred is traced, of that while none is, in the same processes by turns. */
async function switchedRatios(bench: Bench): Promise<number[]> {
  const { sum, load, tell, stop } = await startIn(bench, 'switched')
  const cpu = async (isOn: boolean) => {
    await tell('traces', isOn)
    const before = await sum('cpu')
    const count = await load(switches.seconds)
    return ((await sum('cpu')) - before) / count
  }
  const found = await interleave(
    { on: () => cpu(true), off: () => cpu(false) },
    { rounds: switches.rounds, warmUps: 2 },
  )
  await stop()
  return ratios(found.on, found.off)
}

/** Milliseconds that a span costs while nothing is traced, besides its work. */
async function spanMs(): Promise<number> {
  const count = 500_000
  const work = async () => {}
  const timed = async (run: () => Promise<void>) => {
    const { user, system } = process.cpuUsage()
    for (let index = 0; index < count; index++) await run()
    const spent = process.cpuUsage({ user, system })
    return (spent.user + spent.system) / 1_000 / count
  }
  const found = await interleave(
    { span: () => timed(() => inSpan('job', work)), work: () => timed(work) },
    { rounds: 5 },
  )
  return figureOf(found.span.map((ms, round) => ms - (found.work[round] ?? 0))).median
}

async function benchOf(installation: Installation, collectorUrl = ''): Promise<Bench> {
  return { installation, accountId: await installation.connect(), collectorUrl }
}

export const traces: Row = {
  id: 'traces',
  about:
    'processor time of gateway and worker for a publish without traces, against the same with functions of spans that do nothing',
  bars: [
    { figure: 'calls × what one costs', unit: '%', atMost: 0.5, steady: true },
    { figure: 'of that with functions that do nothing', unit: '×', steady: true },
    { figure: 'memory', unit: 'MiB', atMost: 0.5 },
    { figure: 'publish without traces', unit: 'ms' },
    { figure: 'calls of spans in a publish', unit: '' },
  ],
  async run(installation) {
    const bench = await benchOf(installation)
    const costs = { seam: [] as Cost[], off: [] as Cost[] }
    const measure = (mode: keyof typeof costs) => async () => {
      const cost = await costOf(bench, mode)
      costs[mode].push(cost)
      return cost.cpu
    }
    await interleave({ seam: measure('seam'), off: measure('off') }, { rounds, warmUps: 0 })
    const { calls } = await costOf(bench, 'counted')
    if (!(calls > 0)) throw new Error('no call of a span was counted')
    const of = (mode: keyof typeof costs, figure: keyof Cost) => costs[mode].map((cost) => cost[figure])
    const publishMs = figureOf(of('off', 'cpu'))
    return {
      'calls × what one costs': figureOf([(100 * calls * (await spanMs())) / publishMs.median]),
      'of that with functions that do nothing': figureOf(ratios(of('off', 'cpu'), of('seam', 'cpu'))),
      memory: figureOf(of('off', 'heap').map((mib, at) => mib - (costs.seam[at]?.heap ?? 0))),
      'publish without traces': publishMs,
      'calls of spans in a publish': figureOf([calls]),
    }
  },
}

export const tracesOn: Row = {
  id: 'traces-on',
  about:
    'processor time of gateway and worker for a publish while one in a hundred is traced, against the same without, by turns in the same processes',
  bars: [
    { figure: 'of that without', unit: '×', atMost: 1.03, steady: true },
    { figure: 'spans exported', unit: '' },
  ],
  async run(installation) {
    const collector = await installation.start('collector')
    const switched = await switchedRatios(await benchOf(installation, String(collector.ready['url'])))
    const exported = await collector.ask<number>('spans')
    if (exported === 0) throw new Error('no span was exported')
    return { 'of that without': figureOf(switched), 'spans exported': figureOf([exported]) }
  },
}
