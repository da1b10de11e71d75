import { createLogger } from '@carillon/log'
import { crashAt, createContext, readConfig } from '@carillon/service'
import { listenForHealth, type Phase } from './health.ts'
import { createMetrics } from './metrics.ts'
import { yieldProcessor } from './priority.ts'
import { startWorker } from './worker.ts'

const config = readConfig(process.env)
// Before anything else: threads have the priority that the process has when they start.
yieldProcessor(config.worker.niceness)
const log = createLogger({ name: 'worker', level: config.logLevel })
const context = await createContext(config, { log, notified: false, checkpoint: crashAt(process.env['CRASH_AT']) })
const metrics = createMetrics(context)
let phase: Phase = 'starting'
const { port } = config.worker
const health = port === null ? null : await listenForHealth(context, { port, metrics, phase: () => phase })

/** Longest time in ms that a drain may take; the journal takes care of what was cut off. */
const drainMs = 30_000

const starting = startWorker(context, {
  observeJob: metrics.observeJob,
  onLost() {
    log.fatal({}, 'lease lost, exiting')
    process.exit(1)
  },
})

async function close(): Promise<void> {
  if (phase === 'stopping') return process.exit(1)
  phase = 'stopping'
  setTimeout(() => process.exit(1), drainMs).unref()
  await (await starting).close()
  await health?.close()
  await context.close()
  log.info({}, 'worker closed')
  process.exit(0)
}

for (const signal of ['SIGINT', 'SIGTERM', 'disconnect'] as const) process.on(signal, () => void close())

await starting
if (phase === 'starting') {
  phase = 'working'
  log.info({ pid: process.pid, ...(health && { port: Number(new URL(health.url).port) }) }, 'worker ready')
  process.send?.({ type: 'ready', ...(health && { url: health.url }) })
}
