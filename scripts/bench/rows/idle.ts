import { setTimeout as sleep } from 'node:timers/promises'
import { startApp } from '../child.ts'
import type { Installation } from '../installation.ts'
import { processorTime, residentMemory, serverOf } from '../machine.ts'
import { figureOf, type Row } from '../measure.ts'
import { option } from '../options.ts'

const usualMinutes = 3
/** Ms in which what processes still do after their start comes to rest. */
const restMs = 10_000
/** Ms of one sample; what recurs less often is spread over several. */
const sampleMs = 20_000

const apps = ['gateway', 'worker'] as const

interface Use {
  at: number
  transactions: number
  processors: Record<(typeof apps)[number] | 'database', number>
}

/** What has been used until now: transactions, and milliseconds of processor time. */
async function useOf({ context }: Installation, pids: Record<(typeof apps)[number], number>): Promise<Use> {
  const { rows } = await context.pool.query<{ count: number }>(
    'select xact_commit::float8 as count from pg_stat_database where datname = current_database()',
  )
  const processors = {
    gateway: processorTime(pids.gateway),
    worker: processorTime(pids.worker),
    database: processorTime(await serverOf(context)),
  }
  return { at: performance.now(), transactions: rows[0]?.count ?? Number.NaN, processors }
}

/** The queries of `useOf` itself, which are transactions as well. */
const ownTransactions = 2

export const idle: Row = {
  id: 'idle',
  about: 'a gateway and a worker with nothing to do for `--minutes` (3), and their database',
  bars: [
    { figure: 'transactions', unit: 'a second', atMost: 2 },
    { figure: 'processor time', unit: 'ms/s', atMost: 3 },
    { figure: 'of the gateway', unit: 'ms/s' },
    { figure: 'of the worker', unit: 'ms/s' },
    { figure: 'of the database', unit: 'ms/s' },
    { figure: 'memory of gateway and worker', unit: 'MiB', atMost: 200 },
    { figure: 'memory of the gateway', unit: 'MiB' },
    { figure: 'memory of the worker', unit: 'MiB' },
  ],
  async run(installation) {
    const started = await Promise.all(apps.map((app) => startApp(app, installation.env)))
    try {
      const [gateway, worker] = started.map(({ pid }) => pid)
      const pids = { gateway: gateway ?? 0, worker: worker ?? 0 }
      await sleep(restMs)
      const samples = [await useOf(installation, pids)]
      const until = performance.now() + option('minutes', usualMinutes) * 60_000
      while (performance.now() < until) {
        await sleep(sampleMs)
        samples.push(await useOf(installation, pids))
      }
      const perSecond = (value: (use: Use) => number, own = 0) =>
        figureOf(
          samples.slice(1).map((use, before) => {
            const last = samples[before] ?? use
            return ((value(use) - value(last) - own) * 1_000) / (use.at - last.at)
          }),
        )
      const memory = { gateway: residentMemory(pids.gateway), worker: residentMemory(pids.worker) }
      return {
        transactions: perSecond(({ transactions }) => transactions, ownTransactions),
        'processor time': perSecond(({ processors: { gateway, worker, database } }) => gateway + worker + database),
        'of the gateway': perSecond(({ processors }) => processors.gateway),
        'of the worker': perSecond(({ processors }) => processors.worker),
        'of the database': perSecond(({ processors }) => processors.database),
        'memory of gateway and worker': figureOf([memory.gateway + memory.worker]),
        'memory of the gateway': figureOf([memory.gateway]),
        'memory of the worker': figureOf([memory.worker]),
      }
    } finally {
      await Promise.all(started.map((child) => child.stop()))
    }
  },
}
