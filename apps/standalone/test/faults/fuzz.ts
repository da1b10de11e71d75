import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

/** Spec files of which `npm test` runs a short version: fewer random inputs, or a part of all orders. */
const specs = {
  'packages/media': [
    'test/intake/read-json.fuzz.spec.ts',
    ...['frames', 'mp4', 'webm'].map((name) => `test/probe/${name}.spec.ts`),
  ],
  'packages/service': ['test/webhooks/normalize.spec.ts', '--require', './test/setup.ts'],
}

const root = join(import.meta.dirname, '../../../..')
const settings = ['--no-config', '--extension', 'ts', '--timeout', '0']

/** Runs them with so many random inputs, and in every order; returns how many packages failed. */
export async function runFuzz(runs: number): Promise<number> {
  let failed = 0
  for (const [folder, names] of Object.entries(specs)) {
    const env = { ...process.env, FUZZ_RUNS: String(runs) }
    const child = spawn('mocha', [...settings, ...names], { cwd: join(root, folder), env, stdio: 'inherit' })
    const [code] = await once(child, 'exit')
    if (code !== 0) failed++
  }
  return failed
}
