// One throw-away database server for the whole run; every package's tests run through turbo, and those of the scripts beside
// them. Arguments go to turbo: `npm test -- --filter=@carillon/domain` runs one package.
import { execFile, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { migrate } from '@carillon/database'
import { createLogger } from '@carillon/log'
import { setupServer, teardownServer } from '@carillon/testkit'
import { addUp, forgetResults, testedFolders } from './test-totals.ts'
import { unseenCodes } from './unseen-codes.ts'

const root = join(import.meta.dirname, '..')
const { packageManager } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { packageManager: string }
const chosen = process.argv.slice(2)
const folders = testedFolders(root)
const env: NodeJS.ProcessEnv = {
  ...process.env,
  TURBO_TELEMETRY_DISABLED: '1',
  DO_NOT_TRACK: '1',
  // Several hundred processes load the same modules, which otherwise each strips of types and compiles.
  NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? join(root, 'node_modules/.cache/compiled'),
  MOCHA_OPTIONS: `--reporter ${JSON.stringify(join(root, 'scripts/mocha-reporter.mjs'))}`,
}
let interrupted = false

/** The folders in which programs are looked for, with that of the package manager, which npx takes a second to find. */
async function searchPath(): Promise<string> {
  const printed = ['-y', '--prefer-offline', packageManager, 'exec', 'printenv', 'PATH']
  const { stdout } = await promisify(execFile)('npx', printed, { cwd: root, env })
  return stdout.trimEnd()
}

function run(command: string, args: string[], cwd: string): Promise<number> {
  const child = spawn(command, args, {
    cwd,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...env, ...databaseEnv() },
  })
  const stop = (signal: NodeJS.Signals) => {
    interrupted = true
    child.kill(signal)
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop)
  return new Promise((done, fail) => {
    child.once('error', fail)
    child.once('exit', (code) => {
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, stop)
      done(code ?? 1)
    })
  })
}

function databaseEnv() {
  const { TEST_DATABASE_URL, TEST_DATABASE_TEMPLATE, TEST_CLUSTER } = process.env
  return { TEST_DATABASE_URL, TEST_DATABASE_TEMPLATE, TEST_CLUSTER }
}

forgetResults(root, folders)
if (chosen.length === 0) console.log('Running the tests of every package; this takes several minutes on two cores.')
const log = createLogger({ name: 'test', level: 'warn' })
const [path] = await Promise.all([searchPath(), setupServer((url) => migrate({ url, log }))])
env['PATH'] = path
let codes: number[] = []

/** Tests of packages. turbo starts each package's script by the package manager. */
function runTurbo(concurrency: number, selection: string[]): Promise<number> {
  const settings = [`--concurrency=${concurrency}`, '--continue', '--output-logs=errors-only', '--no-update-notifier']
  return run('turbo', ['run', 'test', ...settings, ...selection], root)
}

/** The folders whose tests take longest, in that order: begun last, they would run alone at the end. */
const longest = [
  ...['apps/standalone', 'apps/gateway', 'packages/service', 'scripts', 'apps/sandbox', 'packages/database'],
  ...['packages/providers', 'apps/cli', 'packages/client', 'apps/worker', 'packages/media', 'packages/outbound'],
]

/** How many folders are tested at the same time: tests of some of them mostly wait. */
const atOnce = 5

/** Runs every test: a folder is begun as soon as another one has ended. */
async function runAll(): Promise<number[]> {
  const waiting = [...longest, ...folders.filter((folder) => !longest.includes(folder))].values()
  const ended: number[] = []
  const runNext = async () => {
    for (const folder of waiting) {
      if (interrupted) return
      ended.push(
        await (folder === 'scripts' ? run('mocha', [], join(root, folder)) : runTurbo(1, [`--filter=./${folder}`])),
      )
    }
  }
  await Promise.all(Array.from({ length: atOnce }, runNext))
  return ended
}

try {
  codes = chosen.length > 0 ? [await runTurbo(3, chosen)] : await runAll()
} finally {
  await teardownServer()
}

const totals = addUp(root, chosen.length === 0 ? folders : [], console.log)
const unseen = chosen.length === 0 ? unseenCodes(root, folders) : []
if (unseen.length > 0) console.log(`failed: error codes that no test has seen: ${unseen.join(', ')}`)
const { passed, failed } = { passed: totals.passed, failed: totals.failed + unseen.length }
if (chosen.length === 0) console.log(`${passed} passed, ${failed} failed`)
process.exitCode = interrupted || failed > 0 || codes.some((code) => code !== 0) ? 1 : 0
