import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'

const main = join(import.meta.dirname, '../src/main.ts')

export interface Ran {
  code: number | null
  /** The result, if standard output is one JSON value. */
  // Results are read field by field; an unexpected shape fails there.
  // biome-ignore lint/suspicious/noExplicitAny: a JSON boundary of tests
  json: any
  stdout: string
  stderr: string
}

export interface RunOptions {
  env?: Record<string, string>
  stdin?: string
  cwd?: string
  /** Called with the process, for tests that interrupt it. */
  onStart?(process: { pid: number; kill(signal: NodeJS.Signals): void }): void
  /** Standard output: a file descriptor, or `closed` if nothing reads it. Default: it is returned. */
  stdout?: number | 'closed'
  /** `closed` if nothing reads standard error. Default: it is returned. */
  stderr?: 'closed'
}

function parsed(output: string): unknown {
  try {
    return JSON.parse(output)
  } catch {
    return undefined
  }
}

/** A home directory of its own, in which command lines run as processes. */
export async function cliHome() {
  const dir = await mkdtemp(join(tmpdir(), 'carillon-cli-'))
  const env = {
    PATH: process.env['PATH'] ?? '',
    XDG_CONFIG_HOME: join(dir, 'config'),
    XDG_STATE_HOME: join(dir, 'state'),
    NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? '',
  }
  const start = (words: readonly string[], more: Record<string, string>, cwd = dir) =>
    spawn(process.execPath, [main, ...words], { cwd, env: { ...env, ...more } })
  const startInto = (stdout: number, words: readonly string[], more: Record<string, string>) =>
    spawn(process.execPath, [main, ...words], { cwd: dir, env: { ...env, ...more }, stdio: ['pipe', stdout, 'pipe'] })
  return {
    dir,
    env,
    /** Starts a command line whose standard input stays open. */
    start,
    remove: () => rm(dir, { recursive: true, force: true }),
    async run(words: readonly string[], options: RunOptions = {}): Promise<Ran> {
      const { env: more = {}, stdin = '', cwd, onStart, stdout: into } = options
      const child = typeof into === 'number' ? startInto(into, words, more) : start(words, more, cwd)
      onStart?.({ pid: child.pid ?? 0, kill: (signal) => child.kill(signal) })
      child.stdin?.on('error', () => {})
      child.stdin?.end(stdin)
      const ended = new Promise<number | null>((done) => child.once('exit', done))
      const read = (stream: Readable | null, isClosed: boolean) => {
        if (!isClosed) return stream === null ? '' : text(stream)
        stream?.destroy()
        return ''
      }
      const [stdout, stderr] = await Promise.all([
        read(child.stdout, into === 'closed'),
        read(child.stderr, options.stderr === 'closed'),
      ])
      return { code: await ended, json: parsed(stdout), stdout, stderr }
    },
  }
}

export type CliHome = Awaited<ReturnType<typeof cliHome>>
