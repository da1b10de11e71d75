// What the commands for tests have in common: one throw-away database server for a run, programs that are started on it,
// and the totals at the end.
import { execFile, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { migrate } from '@carillon/database'
import { createLogger } from '@carillon/log'
import { setupServer, teardownServer } from '@carillon/testkit'

const root = join(import.meta.dirname, '..')

/**
 * How many folders are tested at the same time: one more than two cores, as some tests mostly wait. Five at a time took
 * a third more processor time for the same tests.
 */
const atOnce = 3

/** The folders in which programs are looked for, with that of the package manager, which npx takes a second to find. */
async function searchPath(): Promise<string> {
  const { packageManager } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { packageManager: string }
  const printed = ['-y', '--prefer-offline', packageManager, 'exec', 'printenv', 'PATH']
  const { stdout } = await promisify(execFile)('npx', printed, { cwd: root })
  return stdout.trimEnd()
}

/** Programs that test folders of the workspace, all on the same database server. */
export class Suites {
  /** Whether this process was told to end: nothing more is started then. */
  interrupted = false
  /** The exit codes of the programs. */
  readonly #codes: number[] = []
  readonly #env: NodeJS.ProcessEnv

  private constructor(env: NodeJS.ProcessEnv) {
    this.#env = env
  }

  /** @param env what the programs get besides this process's own environment */
  static async open(env: NodeJS.ProcessEnv = {}): Promise<Suites> {
    const log = createLogger({ name: 'test', level: 'warn' })
    const [path] = await Promise.all([searchPath(), setupServer((url) => migrate({ url, log }))])
    return new Suites({
      ...process.env,
      TURBO_TELEMETRY_DISABLED: '1',
      DO_NOT_TRACK: '1',
      // Several hundred processes load the same modules, which otherwise each strips of types and compiles.
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? join(root, 'node_modules/.cache/compiled'),
      MOCHA_OPTIONS: `--reporter ${JSON.stringify(join(root, 'scripts/mocha-reporter.mjs'))}`,
      PATH: path,
      ...env,
    })
  }

  /** Whether every program has succeeded and none was stopped. */
  get succeeded(): boolean {
    return !this.interrupted && this.#codes.every((code) => code === 0)
  }

  /** Runs a program until it ends; a signal that ends this process is sent to it as well. */
  async run(command: string, args: readonly string[], cwd: string): Promise<void> {
    const child = spawn(command, args, { cwd, stdio: ['ignore', 'inherit', 'inherit'], env: this.#env })
    const stop = (signal: NodeJS.Signals) => {
      this.interrupted = true
      child.kill(signal)
    }
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop)
    const code = await new Promise<number>((done, fail) => {
      child.once('error', fail)
      child.once('exit', (ended) => {
        for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, stop)
        done(ended ?? 1)
      })
    })
    this.#codes.push(code)
  }

  /** Tests some folders at a time, in their order: the next one is begun as soon as another one has ended. */
  async runAll(folders: readonly string[], test: (folder: string) => Promise<void>): Promise<void> {
    const waiting = folders.values()
    const runNext = async () => {
      for (const folder of waiting) {
        if (this.interrupted) return
        await test(folder)
      }
    }
    await Promise.all(Array.from({ length: atOnce }, runNext))
  }

  close(): Promise<void> {
    return teardownServer()
  }
}
