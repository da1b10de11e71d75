// The pages in a real browser. It installs none: CHROMIUM, or one of the usual places, has to have one. With --found it
// only tells whether there is one. With names, such as `profiles`, only the tests of those files run. SCREENSHOTS_DIR
// names a folder for images of the pages.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { findChromium, noChromium } from './chromium.ts'

const chromium = findChromium()

async function run(path: string): Promise<number> {
  const cwd = join(import.meta.dirname, '../apps/standalone')
  const reporter = join(import.meta.dirname, 'mocha-reporter.mjs')
  const settings = ['--no-config', '--extension', 'ts', '--require', './test/setup.ts', '--timeout', '900000']
  const names = process.argv.slice(2)
  const files = names.length === 0 ? ['**/*'] : names
  const specs = files.map((name) => `test/browser/${name}.browser.ts`)
  const result = join(cwd, 'dist/mocha.json')
  rmSync(result, { force: true })
  const child = spawn('mocha', [...settings, '--forbid-only', '--reporter', reporter, ...specs], {
    cwd,
    stdio: 'inherit',
    env: { ...process.env, CHROMIUM: path },
  })
  const code = await new Promise<number>((done, fail) => {
    child.once('error', fail)
    child.once('exit', (ended) => done(ended ?? 1))
  })
  if (!existsSync(result)) {
    console.log('failed: the tests ended without a result\n0 passed, 1 failed')
    return code || 1
  }
  const { passed, failed, failures } = JSON.parse(readFileSync(result, 'utf8'))
  for (const failure of failures) console.log(`failed: ${failure}`)
  console.log(`${passed} passed, ${failed} failed`)
  return code
}

if (chromium === undefined) {
  console.error(noChromium)
  process.exitCode = 1
} else if (process.argv.includes('--found')) console.log(chromium)
else process.exitCode = await run(chromium)
