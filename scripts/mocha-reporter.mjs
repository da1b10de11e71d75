// What mocha's own reporter prints, and the totals as a file, which turbo keeps with its cached results.
import { mkdirSync, writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import { Worker } from 'node:worker_threads'
import Mocha from 'mocha'

const exitGraceMs = Number(process.env['TEST_EXIT_GRACE_MS'] ?? 60_000)
/** The file for the totals. Another one for tests that run beside others of the same package. */
const resultFile = process.env['TEST_RESULT'] ?? 'dist/mocha.json'
/** How long the tests of one package may take, also on a busy machine. */
const limitMs = Number(process.env['TEST_LIMIT_MS'] ?? 40 * 60_000)

/** Ends the process when its tests take longer, even while one of them loops for ever. */
function limitTime() {
  const options = { workerData: { limitMs }, execArgv: [], stdout: false, stderr: false }
  new Worker(new URL('./time-limit.mjs', import.meta.url), options).unref()
}

/**
 * A set-up that timed out may leave servers open, which would keep the process, and so the whole run, alive for ever.
 */
function endInTime(failures) {
  const timer = setTimeout(() => {
    const open = process.getActiveResourcesInfo().filter((name) => name !== 'Timeout')
    console.error(`${process.cwd()}: the tests have ended, but these are still open: ${[...new Set(open)].join(', ')}`)
    process.exit(failures > 0 ? 1 : 2)
  }, exitGraceMs)
  timer.unref()
}

/** Where an error was thrown: the innermost calls outside the libraries, or the innermost calls of all. */
function places({ stack } = {}) {
  const calls = String(stack ?? '')
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .map((line) => line.trim())
  const own = calls.filter((line) => !/node_modules|node:/.test(line))
  return (own.length > 0 ? own : calls)
    .slice(0, 3)
    .map((line) => line.replaceAll(/file:\/\//g, '').replaceAll(`${process.cwd()}/`, ''))
}

/**
 * A failed test on one line, since the full report is far above the totals in a long run: how its message begins and
 * ends.
 */
function described(test) {
  const message = String(test.err?.message ?? test.err).replaceAll(/\s+/g, ' ')
  const text = message.length <= 600 ? message : `${message.slice(0, 200)} … ${message.slice(-400)}`
  const uncaught = test.err?.uncaught ? ['uncaught'] : []
  return `${test.fullTitle()}: ${[text, ...uncaught, ...places(test.err)].join('; ')}`
}

/**
 * Milliseconds by spec file, set-up and clean-up included: what the tests and hooks themselves took, since the events
 * of files that run side by side come all at once.
 */
function timeFiles(runner) {
  const files = {}
  const add = ({ file, duration }) => {
    if (!file || !duration) return
    const name = relative(process.cwd(), file)
    files[name] = (files[name] ?? 0) + duration
  }
  runner.on('test end', add)
  runner.on('hook end', add)
  return files
}

export default class CountingReporter extends Mocha.reporters.Spec {
  constructor(runner, options) {
    super(runner, options)
    limitTime()
    const files = timeFiles(runner)
    runner.once('end', () => {
      const { passes, failures, pending, duration } = this.stats
      mkdirSync('dist', { recursive: true })
      const totals = { passed: passes, failed: failures, skipped: pending, duration }
      const details = { files, failures: this.failures.map(described) }
      writeFileSync(resultFile, JSON.stringify({ ...totals, ...details }))
      endInTime(failures)
      // Node can spin for ever in the teardown that follows a natural end; an exit does without it.
      process.once('beforeExit', () => process.exit())
    })
  }
}
