// Holds every call that the product makes on a tour through everything it does, and every response, against the networks'
// machine-readable contracts, which are not part of the project: CONTRACTS_DIR says where they are. Without them it prints
// where each comes from; with --partial it checks the networks whose contracts are there.
import { spawn, spawnSync } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'

const cwd = join(import.meta.dirname, '../apps/standalone')
const lister = join(cwd, 'test/contracts/print-missing.ts')
const { status } = spawnSync(process.execPath, [lister, ...process.argv.slice(2)], { stdio: 'inherit' })
if (status !== 0) process.exit(1)

const settings = [
  '--no-config',
  '--extension',
  'ts',
  '--require',
  './test/setup.ts',
  '--timeout',
  '60000',
  '--forbid-only',
  '--exit',
  '--reporter',
  join(import.meta.dirname, 'mocha-reporter.mjs'),
]
// Tests in a browser, which run beside these, have a file of their own.
const totals = join(cwd, 'dist/contracts.json')
// Of an earlier run, which a run that does not start would repeat.
rmSync(totals, { force: true })
const child = spawn('mocha', [...settings, 'test/contracts/*.contract.ts'], {
  cwd,
  stdio: 'inherit',
  env: { ...process.env, TEST_RESULT: totals, CONTRACTS_DIR: resolve(process.env['CONTRACTS_DIR'] ?? '') },
})
process.exitCode = await new Promise<number>((done, fail) => {
  child.once('error', fail)
  child.once('exit', (code) => done(code ?? 1))
})

const { passed, failed } = JSON.parse(readFileSync(totals, 'utf8'))
console.log(`${passed} passed, ${failed} failed`)
