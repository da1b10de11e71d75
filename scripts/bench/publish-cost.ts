import { setTimeout as sleep } from 'node:timers/promises'
import type { BenchChild } from './child.ts'
import type { Installation } from './installation.ts'
import { processorTime, serverOf } from './machine.ts'
import { figureOf, type Measure, type Row } from './measure.ts'

/** Milliseconds after which a connection at rest has reported what it did. */
const reportMs = 11_000

/** What each publish costs besides time; the bars are what it costs now, and a little more. */
export const costBars = [
  { figure: 'messages to the database', unit: '', atMost: 9 },
  { figure: 'commits', unit: '', atMost: 9 },
  { figure: 'waits for the disk', unit: '', atMost: 1.8 },
  { figure: 'write-ahead log', unit: 'KiB', atMost: 16 },
  { figure: 'processor time', unit: 'ms', atMost: 9 },
  { figure: 'of it, gateway', unit: 'ms' },
  { figure: 'of it, worker', unit: 'ms' },
  { figure: 'of it, database', unit: 'ms' },
] as const satisfies Row['bars']

type Cost = Record<(typeof costBars)[number]['figure'] | 'publishes', number>

const counters = `
  select (select count(*) from external_write where kind = 'publish')::float8 as publishes,
    (select xact_commit from pg_stat_database where datname = current_database())::float8 as commits,
    (select sum(fsyncs) from pg_stat_io where object = 'wal')::float8 as "waits for the disk",
    (pg_current_wal_lsn() - '0/0') / 1024.0::float8 as "write-ahead log"`

async function costOf(
  { context }: Installation,
  { gateway, worker, server }: { gateway: BenchChild; worker: BenchChild; server: number },
): Promise<Cost> {
  await sleep(reportMs)
  const { rows } = await context.pool.query<Record<string, number>>(counters)
  const [ofGateway, ofWorker, ofServer] = [
    await gateway.ask<number>('cpu'),
    await worker.ask<number>('cpu'),
    processorTime(server),
  ]
  const stored = (name: string) => Number(rows[0]?.[name])
  return {
    publishes: stored('publishes'),
    'messages to the database': (await gateway.ask<number>('statements')) + (await worker.ask<number>('statements')),
    commits: stored('commits'),
    'waits for the disk': stored('waits for the disk'),
    'write-ahead log': stored('write-ahead log'),
    'processor time': ofGateway + ofWorker + ofServer,
    'of it, gateway': ofGateway,
    'of it, worker': ofWorker,
    'of it, database': ofServer,
  }
}

/** What each publish costs of those that `publish` makes. */
export async function measureCost(
  installation: Installation,
  processes: { gateway: BenchChild; worker: BenchChild },
  publish: () => Promise<unknown>,
): Promise<Measure> {
  const all = { ...processes, server: await serverOf(installation.context) }
  const before = await costOf(installation, all)
  await publish()
  const after = await costOf(installation, all)
  const count = after.publishes - before.publishes
  return Object.fromEntries(
    costBars.map(({ figure }) => [figure, figureOf([(after[figure] - before[figure]) / count])]),
  )
}
