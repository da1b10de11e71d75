// The pages in a real browser. It installs none: CHROMIUM, or one of the usual places, has to have one. With --found it
// only reports whether a browser is installed. With names, such as `profiles`, only the tests of those files run. After
// `--minutes N` no further file is started, and those left are reported as skipped. SCREENSHOTS_DIR names a folder for
// images of the pages.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { findChromium, noChromium } from './chromium.ts'

const { values: options, positionals: names } = parseArgs({
  options: { found: { type: 'boolean' }, minutes: { type: 'string' } },
  allowPositionals: true,
})
const chromium = findChromium()

async function run(path: string): Promise<number> {
  const cwd = join(import.meta.dirname, '../apps/standalone')
  const reporter = join(import.meta.dirname, 'mocha-reporter.mjs')
  // Above the limit of one test of the dashboard, which describes the page when it is over.
  const settings = ['--no-config', '--extension', 'ts', '--timeout', '480000']
  // The tests of one file are reported as they end.
  const parallel = names.length === 1 ? [] : ['--parallel', '--jobs', '3']
  const required = ['./test/setup.ts', './test/browser/time.ts'].flatMap((file) => ['--require', file])
  const limit = options.minutes && { BROWSER_TESTS_UNTIL: String(Date.now() + Number(options.minutes) * 60_000) }
  const files = names.length === 0 ? ['**/*'] : names
  const specs = files.map((name) => `test/browser/${name}.browser.ts`)
  const result = join(cwd, 'dist/mocha.json')
  rmSync(result, { force: true })
  const child = spawn(
    'mocha',
    [...settings, ...parallel, ...required, '--forbid-only', '--reporter', reporter, ...specs],
    {
      cwd,
      stdio: 'inherit',
      env: { ...process.env, ...limit, CHROMIUM: path },
    },
  )
  const code = await new Promise<number>((done, fail) => {
    child.once('error', fail)
    child.once('exit', (ended) => done(ended ?? 1))
  })
  if (!existsSync(result)) {
    console.log('failed: the tests ended without a result\n0 passed, 1 failed')
    return code || 1
  }
  const { passed, failed, skipped, failures } = JSON.parse(readFileSync(result, 'utf8'))
  for (const failure of failures) console.log(`failed: ${failure}`)
  if (skipped > 0 && options.minutes)
    console.log(`skipped, since ${options.minutes} minutes were over: ${skipped} tests in a browser`)
  console.log(`${passed} passed, ${failed} failed`)
  return code
}

if (chromium === undefined) {
  console.error(noChromium)
  process.exitCode = 1
} else if (options.found) console.log(chromium)
else process.exitCode = await run(chromium)
