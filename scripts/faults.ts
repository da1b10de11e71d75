// Breaks everything around a running system on this machine and counts what came of it. Options go to the harness:
// `npm run test:faults -- --only storm --publishes 300 --kills 40 --pg-restarts 4 --seed 7`.
import { spawn } from 'node:child_process'
import { join } from 'node:path'

const harness = join(import.meta.dirname, '../apps/standalone/test/faults/main.ts')
const child = spawn(process.execPath, [harness, ...process.argv.slice(2)], { stdio: 'inherit' })
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void child.kill(signal))
child.once('exit', (code) => {
  process.exitCode = code ?? 1
})
