// One throw-away database server for the whole run; every package's tests run through turbo, and those of the scripts beside
// them. Arguments go to turbo: `npm test -- --filter=@carillon/domain` runs one package.
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { migrate } from '@carillon/database'
import { createLogger } from '@carillon/log'
import { setupServer, teardownServer } from '@carillon/testkit'
import { addUp, forgetResults, testedFolders } from './test-totals.ts'
import { unseenCodes } from './unseen-codes.ts'

const root = join(import.meta.dirname, '..')
const { packageManager } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { packageManager: string }
const chosen = process.argv.slice(2)
const folders = testedFolders(root)
const env = {
  ...process.env,
  TURBO_TELEMETRY_DISABLED: '1',
  DO_NOT_TRACK: '1',
  MOCHA_OPTIONS: `--reporter ${JSON.stringify(join(root, 'scripts/mocha-reporter.mjs'))}`,
}
let interrupted = false

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
  const { TEST_DATABASE_URL, TEST_DATABASE_TEMPLATE } = process.env
  return { TEST_DATABASE_URL, TEST_DATABASE_TEMPLATE }
}

forgetResults(root, folders)
if (chosen.length === 0) console.log('Running the tests of every package; this takes several minutes on two cores.')
const log = createLogger({ name: 'test', level: 'warn' })
await setupServer((url) => migrate({ url, log }))
let codes: number[] = []

/** Tests of packages. turbo starts each package's script by the package manager, which it looks for in the path that npx makes. */
function runTurbo(concurrency: number, selection: string[]): Promise<number> {
  const settings = [`--concurrency=${concurrency}`, '--continue', '--output-logs=errors-only', '--no-update-notifier']
  const turbo = ['exec', 'turbo', 'run', 'test', ...settings, ...selection]
  return run('npx', ['-y', '--prefer-offline', packageManager, ...turbo], root)
}

/** Runs what is given one after the other, unless the run was interrupted. */
async function inTurn(...parts: (() => Promise<number>)[]): Promise<number[]> {
  const ended: number[] = []
  for (const part of parts) if (!interrupted) ended.push(await part())
  return ended
}

const only = (...names: string[]) => names.map((name) => `--filter=@carillon/${name}`)
const without = (...names: string[]) => names.map((name) => `--filter=!@carillon/${name}`)

/** Runs every test. Four lists run side by side, each of which takes about as long as the others. */
async function runAll(): Promise<number[]> {
  const codes = await Promise.all([
    runTurbo(1, only('standalone')),
    inTurn(
      () => runTurbo(1, only('gateway', 'worker')),
      () => run('mocha', [], join(root, 'scripts')),
    ),
    runTurbo(1, only('service', 'sandbox')),
    runTurbo(1, without('standalone', 'gateway', 'worker', 'service', 'sandbox')),
  ])
  return codes.flat()
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
