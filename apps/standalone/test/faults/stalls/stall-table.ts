import { spawnSync } from 'node:child_process'
import { rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Cluster } from '../cluster.ts'
import type { Machines } from './machine-state.ts'

/** What a stall is made with. */
export interface Scene {
  cluster: Cluster
  machines: Machines
  /** The volume of media and spooled tokens; null where it cannot be a small one of its own. */
  volume: string | null
}

/** Something that stops working for a while. */
export interface Stall {
  name: string
  seconds: number
  /** Whether calls to the networks fail meanwhile, so that publishes may end as failed. */
  cutsNetworks?: boolean
  /** Begins it; what it returns ends it. Null where this machine cannot. */
  begin(scene: Scene): Promise<(() => Promise<void>) | null>
}

export interface Table {
  schema: string
  name: string
}

/** Every table of the database, the queue's and that of migrations included; partitions are locked with their table. */
export async function listTables({ pool }: Cluster): Promise<Table[]> {
  const { rows } = await pool.query<Table>(
    `select n.nspname as schema, c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and not c.relispartition and n.nspname not in ('pg_catalog', 'information_schema') and n.nspname !~ '^pg_'
    order by 1, 2`,
  )
  return rows
}

async function connectAlone({ postgres }: Cluster): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: postgres.url, application_name: 'neighbour' })
  client.on('error', () => {})
  await client.connect()
  return client
}

export function lockOf({ schema, name }: Table, seconds: number): Stall {
  return {
    name: `${schema}.${name} locked`,
    seconds,
    async begin({ cluster }) {
      const client = await connectAlone(cluster)
      await client.query('begin')
      await client.query(
        `lock table ${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)} in access exclusive mode`,
      )
      return async () => {
        await client.query('rollback').catch(() => {})
        await client.end()
      }
    },
  }
}

export const postgresStopped = (seconds: number): Stall => ({
  name: 'PostgreSQL stopped',
  seconds,
  async begin({ cluster: { postgres } }) {
    postgres.freeze()
    return async () => postgres.thaw()
  },
})

const workerWithoutProcessor = (seconds: number): Stall => ({
  name: 'a worker without processor',
  seconds,
  begin: async ({ cluster: { workers } }) => freeze(workers[0]),
})

function freeze(member: Cluster['workers'][number] | undefined): () => Promise<void> {
  member?.freeze()
  return async () => member?.thaw()
}

const endOurs = `select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid() and application_name like 'carillon%'`

/**
 * Takes every connection as soon as it becomes free, as a neighbour on the same server may. While Carillon's processes
 * are faster, their connections are ended again.
 */
async function takeAllConnections({ cluster }: Scene): Promise<() => Promise<void>> {
  const taken: pg.Client[] = []
  let isOver = false
  const first = await connectAlone(cluster)
  await first.query(endOurs)
  const taking = (async () => {
    while (!isOver) {
      const client = await connectAlone(cluster).catch(() => null)
      if (client) taken.push(client)
      else await Promise.all([first.query(endOurs), sleep(20)])
    }
  })()
  return async () => {
    isOver = true
    await taking
    await Promise.all([first, ...taken].map((client) => client.end().catch(() => {})))
  }
}

/** Mounts a volume of so many MiB; null where that is not allowed. */
export function mountVolume(dir: string, mebibytes: number): string | null {
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${mebibytes}m`, 'carillon-faults', dir])
  return status === 0 ? dir : null
}

export function unmountVolume(dir: string): void {
  spawnSync('umount', ['-l', dir])
}

async function fillVolume({ volume }: Scene): Promise<(() => Promise<void>) | null> {
  if (volume === null) return null
  const path = join(volume, 'somebody-elses')
  const { bavail, bsize } = statfsSync(volume)
  writeFileSync(path, Buffer.alloc(bavail * bsize))
  return async () => rmSync(path, { force: true })
}

const hour = 3_600_000

/** The clocks of one gateway and one worker, while those of the others are right. */
const clock = (name: string, clockMs: number): Stall => ({
  name,
  seconds: 20,
  async begin({ machines }) {
    const change = (ms: number) => ['gateway-0', 'worker-0'].map((one) => machines.change({ clockMs: ms }, one))
    change(clockMs)
    return async () => void change(0)
  },
})

/** Every stall that is not a lock. */
export const stalls: readonly Stall[] = [
  ...[3, 9, 30, 120].map(postgresStopped),
  {
    name: 'connections to the database rejected',
    seconds: 30,
    async begin({ cluster: { databaseRelay } }) {
      await databaseRelay.reject()
      return () => databaseRelay.accept()
    },
  },
  { name: 'every connection taken by a neighbour', seconds: 30, begin: takeAllConnections },
  {
    name: 'no name server',
    seconds: 30,
    cutsNetworks: true,
    async begin({ machines, cluster: { databaseRelay } }) {
      machines.change({ dns: false })
      databaseRelay.cut('reset')
      return async () => machines.change({ dns: true })
    },
  },
  { name: 'the volume of media and spool full', seconds: 30, begin: fillVolume },
  clock('clock an hour ahead', hour),
  clock('clock an hour behind', -hour),
  workerWithoutProcessor(20),
  {
    name: 'a gateway without processor',
    seconds: 20,
    begin: async ({ cluster: { gateways } }) => freeze(gateways[0]),
  },
]

/** Tables that every job or every request needs. */
const busiest = ['_private_jobs', '_private_job_queues', 'external_write', 'external_write_attempt', 'credential']

/** Each table locked for 9 s; for 60 s the busiest ones and so many others, which `random` chooses. */
export function locks(tables: readonly Table[], random: () => number, others: number): Stall[] {
  const important = tables.filter(({ name }) => busiest.includes(name))
  const rest = tables
    .filter(({ name }) => !busiest.includes(name))
    .map((table) => ({ table, at: random() }))
    .toSorted((one, other) => one.at - other.at)
    .map(({ table }) => table)
  const long = [...important, ...rest.slice(0, others)]
  return [...tables.map((table) => lockOf(table, 9)), ...long.map((table) => lockOf(table, 60))]
}
