// Starts everything. DATABASE_URL selects an existing server; without it an embedded one runs from .data/.
import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { migrate } from '@carillon/db'
import { startPostgres } from '@carillon/embedded-postgres'

const root = join(import.meta.dirname, '..')
const t0 = performance.now()
const embedded = process.env['DATABASE_URL']
  ? undefined
  : await startPostgres({ dir: join(root, '.data/postgres-18'), port: 54329 })
const DATABASE_URL = process.env['DATABASE_URL'] ?? (embedded?.url as string)
console.log(`database ready in ${Math.round(performance.now() - t0)} ms`)
await migrate(DATABASE_URL)
console.log(`migrated in ${Math.round(performance.now() - t0)} ms`)

const children = ['gateway', 'worker'].map((name): ChildProcess => {
  const child = spawn(process.execPath, ['src/index.ts'], {
    cwd: join(root, 'apps', name),
    env: { ...process.env, DATABASE_URL },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  child.once('exit', (code, signal) => stop(`${name} ended (${signal ?? code})`))
  return child
})

let stopping: Promise<void> | undefined
function stop(why: string): Promise<void> {
  stopping ??= (async () => {
    console.log(`stopping: ${why}`)
    await Promise.all(
      children.map(async (c) => {
        if (c.exitCode !== null || c.signalCode !== null) return
        const gone = new Promise((done) => c.once('exit', done))
        c.kill('SIGTERM')
        const hammer = setTimeout(() => c.kill('SIGKILL'), 10_000)
        await gone
        clearTimeout(hammer)
      }),
    )
    await embedded?.stop()
    console.log('stopped')
  })()
  return stopping
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop(signal))
