import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chownSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type EmbeddedPostgres, startPostgres } from '@carillon/embedded-postgres'
import pg from 'pg'
import { copyCluster } from './prepared-cluster.ts'
import { scratchDir } from './template-database.ts'

/** A PostgreSQL server and a hot standby of it. */
export interface ReplicatedServers {
  /** The URL of the server that accepts writes at first. */
  primary: string
  /** The URL of its hot standby. */
  standby: string
  /** One URL with both servers, the standby first. */
  both: string
  /** Sends statements to the server with this URL, all in one session. */
  execute(url: string, ...statements: string[]): Promise<void>
  /** Resolves once the standby has replayed everything that the primary has committed. */
  replicated(): Promise<void>
  /** Stops the replication: what the primary commits afterwards is lost when it is killed. */
  stopReplication(): Promise<void>
  /** Ends the primary at once, as a crash does, and deletes its files. */
  killPrimary(): Promise<void>
  stop(): Promise<void>
}

/** Settings of a server that a standby can follow. */
const settings = {
  wal_level: 'replica',
  max_wal_senders: 4,
  hot_standby: 'on',
  max_connections: 40,
  // As a server has it that is not thrown away: a commit waits for synchronous standbys, if there are any.
  synchronous_commit: 'on',
}

async function withClient(url: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}

/**
 * Copies a running server's files to a directory from which a standby of it starts.
 * @see https://www.postgresql.org/docs/current/continuous-archiving.html#BACKUP-LOWLEVEL-BASE-BACKUP (read 2026-11-23)
 */
async function copyFiles(from: EmbeddedPostgres, to: string): Promise<void> {
  const data = join(to, 'data')
  await withClient(from.url, async (client) => {
    await client.query(`select pg_backup_start('standby', true)`)
    const { status, stderr } = spawnSync('cp', ['-a', from.dir, to], { encoding: 'utf8' })
    if (status !== 0) throw new Error(`the files of the server were not copied: ${stderr}`)
    const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)')
    rmSync(join(data, 'postmaster.pid'), { force: true })
    const { uid, gid } = statSync(data)
    for (const [name, text] of [
      ['backup_label', rows[0]?.labelfile ?? ''],
      ['standby.signal', ''],
    ] as const) {
      writeFileSync(join(data, name), text, { mode: 0o600 })
      chownSync(join(data, name), uid, gid)
    }
  })
}

async function untilReplicated(primary: pg.Client, standby: pg.Client): Promise<void> {
  const { rows } = await primary.query<{ at: string }>('select pg_current_wal_insert_lsn() as at')
  for (;;) {
    const { rows: replayed } = await standby.query<{ done: boolean }>(
      'select pg_last_wal_replay_lsn() >= $1::pg_lsn as done',
      [rows[0]?.at],
    )
    if (replayed[0]?.done) return
    await sleep(20)
  }
}

const folder = () => join(scratchDir(), `replicated-pg-${randomBytes(6).toString('hex')}`)

/**
 * Starts a temporary PostgreSQL server that standbys can follow, with a copy of the prepared cluster if there is one
 * (`copyCluster`). `more` are additional settings. Its `stop` deletes it.
 */
export async function startPrimary(more: Record<string, string | number> = {}): Promise<EmbeddedPostgres> {
  const dir = folder()
  copyCluster(dir)
  const server = await startPostgres({ dir, ephemeral: true, settings: { ...settings, ...more } })
  await withClient(server.url, async (client) => {
    await client.query(`create role replication_source replication login password 'standby'`)
  })
  return server
}

/**
 * Starts a hot standby of the running server `of`. After `promote`, other standbys can follow it. `more` are additional
 * PostgreSQL settings.
 */
export async function startStandby(
  of: EmbeddedPostgres,
  more: Record<string, string | number> = {},
): Promise<EmbeddedPostgres> {
  const dir = folder()
  await copyFiles(of, dir)
  const source = `host=127.0.0.1 port=${of.port} user=replication_source password=standby application_name=standby`
  return startPostgres({ dir, ephemeral: true, settings: { ...settings, ...more, primary_conninfo: source } })
}

/**
 * Stops the replication from this server to its standbys: what it commits afterwards is lost when the server is killed.
 */
export function stopReplication(of: EmbeddedPostgres): Promise<void> {
  return withClient(of.url, async (client) => {
    await client.query('alter role replication_source nologin')
    await client.query('select pg_terminate_backend(pid, 5000) from pg_stat_replication')
  })
}

/** Makes a standby a server that accepts writes, and waits until it does. Standbys can follow it afterwards. */
export function promote(standby: EmbeddedPostgres): Promise<void> {
  return withClient(standby.url, async (client) => {
    await client.query('select pg_promote(true, 60)')
    // It has no standby yet for which a commit could wait, and may be set to reject them.
    await client.query(`alter system set synchronous_standby_names = ''`)
    await client.query('select pg_reload_conf()')
    await client.query('alter role replication_source login')
  })
}

/** Starts a temporary PostgreSQL server and a hot standby of it. `stop` stops and deletes both. */
export async function startReplicatedServers(): Promise<ReplicatedServers> {
  const first = await startPrimary()
  const second = await startStandby(first)
  const both = first.url.replace(`127.0.0.1:${first.port}`, `127.0.0.1:${second.port},127.0.0.1:${first.port}`)
  return {
    primary: first.url,
    standby: second.url,
    both,
    execute: (url, ...statements) =>
      withClient(url, async (client) => {
        for (const statement of statements) await client.query(statement)
      }),
    replicated: () => withClient(first.url, (one) => withClient(second.url, (two) => untilReplicated(one, two))),
    stopReplication: () => stopReplication(first),
    killPrimary: () => first.stop(),
    async stop() {
      await second.stop()
      await first.stop()
    },
  }
}
