import { randomBytes } from 'node:crypto'
import { existsSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type EmbeddedPostgres, startPostgres } from '@carillon/embedded-postgres'
import pg from 'pg'
import { copyCluster, prepareCluster, untilUnused } from './prepared-cluster.ts'
import { within } from './within.ts'

let own: EmbeddedPostgres | undefined
let administration: pg.Pool | undefined

function openAdministration(url: string): pg.Pool {
  const pool = new pg.Pool({ connectionString: url, allowExitOnIdle: true })
  // The server ends before its idle connections do.
  return pool.on('error', () => {})
}

/**
 * Works on a connection to the server of the tests that is kept for a while: to connect costs more than to clone a
 * database. It does not keep the process from ending.
 */
async function admin<T>(url: string, work: (c: pg.ClientBase) => Promise<T>): Promise<T> {
  administration ??= openAdministration(url)
  const client = await administration.connect()
  try {
    return await work(client)
  } finally {
    client.release()
  }
}

/**
 * Returns the URL of the database `name` on the same server, with a connect timeout of 60 s, since connecting may be
 * slow on a busy machine.
 */
function withDatabase(url: string, name: string): string {
  const u = new URL(url)
  u.pathname = `/${name}`
  u.searchParams.set('connect_timeout', '60')
  return u.href
}

/**
 * Returns the directory for temporary servers: in memory if at least 2 GB are free there, since containers often limit
 * /dev/shm to 64 MB; otherwise the system's directory for temporary files.
 */
export function scratchDir(): string {
  if (!existsSync('/dev/shm')) return tmpdir()
  const { bavail, bsize } = statfsSync('/dev/shm')
  return bavail * bsize > 2e9 ? '/dev/shm' : tmpdir()
}

/**
 * Starts the server of the whole test run with a copy of the prepared cluster, which other servers of the tests copy as
 * well.
 */
async function startOwn(migrate: (url: string) => Promise<void>): Promise<EmbeddedPostgres> {
  const dir = join(scratchDir(), `test-pg-${randomBytes(6).toString('hex')}`)
  await prepareCluster(join(dir, 'prepared'), migrate)
  copyCluster(dir)
  return startPostgres({ dir, ephemeral: true })
}

/**
 * Starts the one PostgreSQL server of a test run, unless `TEST_DATABASE_URL` names one, and creates the template
 * database with `migrate`, unless `TEST_DATABASE_TEMPLATE` names one. Sets both variables. `freshDatabase` clones the
 * template. Call it before the tests, and `teardownServer` after them.
 */
export async function setupServer(migrate: (url: string) => Promise<void>): Promise<void> {
  if (!process.env['TEST_DATABASE_URL']) {
    own = await startOwn(migrate)
    process.env['TEST_DATABASE_URL'] = own.url
  }
  if (!process.env['TEST_DATABASE_TEMPLATE']) {
    const name = `tmpl_${randomBytes(6).toString('hex')}`
    const url = process.env['TEST_DATABASE_URL']
    await admin(url, (c) => c.query(`create database ${name}${own ? ' template postgres' : ''}`))
    await migrate(withDatabase(url, name))
    process.env['TEST_DATABASE_TEMPLATE'] = name
  }
}

/** Stops the server that `setupServer` has started; one that `TEST_DATABASE_URL` named stays, with its template. */
export async function teardownServer(): Promise<void> {
  await administration?.end()
  administration = undefined
  await own?.stop()
}

/**
 * Creates a database for one test, as a clone of the template, which is migrated. `drop` deletes it.
 * @throws Error if neither this process nor one from which it inherits its environment has called `setupServer`
 */
export async function freshDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
  const url = process.env['TEST_DATABASE_URL']
  if (url === undefined) throw new Error('no database server was started for the tests')
  const name = `t_${randomBytes(6).toString('hex')}`
  const cloned = admin(url, (c) =>
    c.query(`create database ${name} template ${process.env['TEST_DATABASE_TEMPLATE']} strategy file_copy`),
  )
  await within('a database for a test', cloned)
  return {
    url: withDatabase(url, name),
    drop() {
      const dropped = admin(url, async (c) => {
        await untilUnused(c, name)
        await c.query(`drop database ${name} with (force)`)
      })
      return within('a database that is dropped', dropped)
    },
  }
}
