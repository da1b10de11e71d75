import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, openSync, readFileSync } from 'node:fs'
import { Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Place } from './cluster.ts'
import type { EmbeddedPostgresOptions } from './options.ts'
import { PostgresError } from './postgres-error.ts'

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

const throwAway = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: 0,
  autovacuum: 'off',
}

/**
 * Starts the server's process, which a guard shuts down when this process ends in any way, even by SIGKILL. Returns,
 * before the server is ready, the process, its id, and the socket `guard`; closing the socket also shuts the server
 * down. With `ephemeral`, the guard then deletes `dir`.
 * @throws PostgresError if the process does not start
 */
export function spawnServer({ who, native, dir, data, log }: Place, port: number, options: EmbeddedPostgresOptions) {
  const settings: Record<string, string | number> = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: 200,
    shared_buffers: '128MB',
    ...(options.ephemeral && throwAway),
    ...options.settings,
  }
  const out = openSync(log, 'a', 0o600)
  const server = [join(native, 'bin/postgres'), '-D', data, '-p', String(port)]
  const flags = Object.entries(settings).flatMap(([k, v]) => ['-c', `${k}=${v}`])
  const child: ChildProcess = spawn('/bin/sh', ['-c', GUARD, options.ephemeral ? dir : 'keep', ...server, ...flags], {
    ...who,
    cwd: '/',
    detached: true,
    stdio: ['ignore', out, out, 'pipe'],
    env: { PATH: process.env['PATH'], LC_ALL: 'C' },
  })
  const [, , , guard] = child.stdio
  const { pid } = child
  if (!(guard instanceof Socket) || pid === undefined) throw new PostgresError('the guard of the server did not start')
  return { child, guard, pid }
}

/**
 * Waits until the server is ready, which it reports in line 8 of its lock file.
 * @throws PostgresError with the end of the log if the server ends before it is ready
 */
export async function untilReady(child: ChildProcess, { data, log }: Place): Promise<void> {
  const lock = join(data, 'postmaster.pid')
  for (;;) {
    if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) {
      throw new PostgresError(
        `PostgreSQL did not start; the end of ${log}:\n${readFileSync(log, 'utf8').split('\n').slice(-15).join('\n')}`,
      )
    }
    if (existsSync(lock)) {
      const lines = readFileSync(lock, 'utf8').split('\n')
      if (Number(lines[0]) === child.pid && lines[7]?.startsWith('ready')) return
    }
    await sleep(5)
  }
}
