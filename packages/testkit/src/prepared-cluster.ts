import { spawnSync } from 'node:child_process'
import { chownSync, mkdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startPostgres } from '@carillon/embedded-postgres'
import pg from 'pg'

/**
 * Waits until no session but that of `client` is connected to the database, for up to a second; then it resolves
 * anyway. Call it before a database is dropped: a pool's `end()` resolves before the server has noticed that its
 * sockets are closed. Dropping the database would end those sessions, which the pool would report as an error.
 */
export async function untilUnused(client: pg.ClientBase, database: string): Promise<void> {
  const others = 'select 1 from pg_stat_activity where datname = $1 and pid <> pg_backend_pid()'
  for (let tries = 0; tries < 100 && (await client.query(others, [database])).rows.length > 0; tries++) await sleep(10)
}

/**
 * Creates a PostgreSQL cluster (the files of a server) in `dir` whose database `postgres` is migrated with `migrate`,
 * and stops its server. Afterwards, `copyCluster` copies it, in this process and in those that inherit its environment.
 */
export async function prepareCluster(dir: string, migrate: (url: string) => Promise<void>): Promise<void> {
  const server = await startPostgres({ dir, settings: { fsync: 'off', synchronous_commit: 'off' } })
  await migrate(server.url)
  const client = new pg.Client({ connectionString: server.url })
  await client.connect()
  await untilUnused(client, 'postgres')
  // The same password with one iteration of its hash instead of 4096, which are half of what a connection costs.
  const { username, password } = new URL(server.url)
  await client.query('set scram_iterations = 1')
  await client.query(
    `alter role ${pg.escapeIdentifier(username)} password ${pg.escapeLiteral(decodeURIComponent(password))}`,
  )
  await client.end()
  await server.stop()
  process.env['TEST_CLUSTER'] = dir
}

/**
 * Copies the prepared cluster to the directory of a server that is about to be started, which then neither creates a
 * cluster nor runs the migrations. Does nothing if `prepareCluster` was not called; the server then creates its own
 * cluster.
 */
export function copyCluster(dir: string): void {
  const prepared = process.env['TEST_CLUSTER']
  if (prepared === undefined) return
  mkdirSync(dir, { recursive: true })
  const parts = ['data', 'password'].map((name) => join(prepared, name))
  const { status, stderr } = spawnSync('cp', ['-a', ...parts, dir], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`the cluster was not copied: ${stderr}`)
  // The server's user removes the folder if the tests are killed.
  const { uid, gid } = statSync(join(dir, 'data'))
  chownSync(dir, uid, gid)
}
