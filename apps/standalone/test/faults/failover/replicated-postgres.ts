import { setTimeout as sleep } from 'node:timers/promises'
import type { EmbeddedPostgres } from '@carillon/embedded-postgres'
import { promote, startPrimary, startStandby, stopReplication } from '@carillon/testkit'
import pg from 'pg'
import type { CrashingPostgres } from '../postgres.ts'
import { startRelay } from '../relay.ts'

export interface ReplicatedPostgres extends CrashingPostgres {
  /** When the promoted servers took writes, in ms since the epoch. */
  promotedAt: number[]
}

export interface ReplicatedOptions {
  /** Whether a commit waits for the standby. */
  isSynchronous: boolean
  /** Milliseconds by which the standby of an asynchronous pair is behind when the other server is killed. */
  lagMs: number
}

const settings = { max_connections: 200, max_wal_senders: 8 }

async function send<Row extends pg.QueryResultRow>(url: string, ...statements: string[]): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    let rows: Row[] = []
    for (const statement of statements) rows = (await client.query<Row>(statement)).rows
    return rows
  } finally {
    await client.end()
  }
}

/**
 * A server and a standby of it behind one address. A crash kills the server and promotes the standby, which then gets a
 * standby of its own.
 */
export async function startReplicatedPostgres({
  isSynchronous,
  lagMs,
}: ReplicatedOptions): Promise<ReplicatedPostgres> {
  let primary = await startPrimary(settings)
  let standby = await startStandby(primary, settings)
  const promotedAt: number[] = []
  const relay = await startRelay(() => [primary.port])
  const url = new URL(primary.url)
  url.port = String(relay.port)

  /** A standby follows, and commits wait for it if they are to. */
  async function untilFollowed(server: EmbeddedPostgres): Promise<void> {
    const streaming = `select 1 from pg_stat_replication where state = 'streaming'`
    while ((await send(server.url, streaming)).length === 0) await sleep(20)
    if (!isSynchronous) return
    await send(server.url, `alter system set synchronous_standby_names = '*'`, 'select pg_reload_conf()')
  }

  /** The processes have noted which standbys commits wait for. */
  async function untilNoted(server: EmbeddedPostgres): Promise<void> {
    if (!isSynchronous) return
    const known = 'select standbys from database_epoch'
    const isKnown = async () => {
      const rows = await send<{ standbys: string }>(server.url, known).catch(() => [])
      return rows.length === 0 || rows[0]?.standbys !== ''
    }
    while (!(await isKnown())) await sleep(100)
  }
  await untilFollowed(primary)

  return {
    url: url.href,
    promotedAt,
    port: () => primary.port,
    async crash() {
      const former = primary
      if (!isSynchronous) {
        await stopReplication(former)
        await sleep(lagMs)
      }
      await former.stop()
      primary = standby
      await promote(primary)
      promotedAt.push(Date.now())
      standby = await startStandby(primary, settings)
      await untilFollowed(primary)
      await untilNoted(primary)
    },
    freeze() {
      throw new Error('a replicated server is not frozen')
    },
    thaw() {},
    async stop() {
      await relay.close()
      await standby.stop()
      await primary.stop()
    },
  }
}
