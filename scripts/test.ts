// One throw-away database server for the whole run, then every package's tests through turbo.
import { spawn } from 'node:child_process'
import { migrate } from '@carillon/db'
import { setupServer, teardownServer } from '@carillon/testkit'

const t0 = performance.now()
await setupServer(migrate)
console.log(`test database ready in ${Math.round(performance.now() - t0)} ms`)
const child = spawn('turbo', ['run', 'test', ...process.argv.slice(2)], {
  stdio: 'inherit',
  env: { ...process.env, TURBO_TELEMETRY_DISABLED: '1', DO_NOT_TRACK: '1' },
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal))
const code = await new Promise<number>((done) => child.once('exit', (c) => done(c ?? 1)))
await teardownServer()
process.exitCode = code
