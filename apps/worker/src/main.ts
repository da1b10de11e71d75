import { createLogger, drainOnSignal, endAfterDrain, endTracing, endWhenBlocked, startTracing } from '@carillon/log'
import { carillonVersion, crashAt, createContext, processConfig, untilReady } from '@carillon/service'
import { listenForHealth, type Phase } from './health.ts'
import { createMetrics } from './metrics.ts'
import { yieldProcessor } from './priority.ts'
import { startWorker, type Worker } from './worker.ts'

const config = processConfig(process.env)
// Before anything else: threads have the priority that the process has when they start.
yieldProcessor(config.worker.niceness)
const log = createLogger({ name: 'worker', level: config.logLevel })
endWhenBlocked({ log, name: 'worker', level: config.logLevel })
if (config.tracing) await startTracing({ ...config.tracing, name: 'worker', version: carillonVersion })
const context = await createContext(config, { log, notified: false, checkpoint: crashAt(process.env['CRASH_AT']) })
const metrics = createMetrics(context)
let phase: Phase = 'starting'
let worker: Worker | undefined
const { host, port } = config.worker
const isWorking = () => worker?.isWorking() ?? false

/** Serves health checks and metrics; ends the process if the port cannot be used. */
function serveHealth(at: number) {
  const options = { port: at, metrics, phase: () => phase, isWorking }
  return listenForHealth(context, options).catch((err: unknown) => {
    log.fatal({ err, host, port: at }, 'port cannot be used, ending the process')
    return process.exit(1)
  })
}

const health = port === null ? null : await serveHealth(port)

/** The maximum time in ms for finishing jobs. Then the process exits, and other workers continue its writes. */
const drainMs = 30_000

const closing = new AbortController()

async function start(): Promise<void> {
  await untilReady(context, closing.signal)
  if (phase !== 'starting') return
  worker = await startWorker(context, {
    observeJob: metrics.observeJob,
    onLost() {
      log.fatal({}, 'worker lost its jobs, exiting')
      process.exit(1)
    },
  })
}

const starting = start()

/** Finishes the jobs in flight and closes everything. A second call ends the process at once. */
async function drain(): Promise<void> {
  if (phase === 'stopping') return process.exit(1)
  phase = 'stopping'
  closing.abort()
  setTimeout(() => process.exit(1), drainMs).unref()
  await starting
  await worker?.close()
  await health?.close()
  await context.close()
  await endTracing()
  log.info({}, 'worker closed')
}

const end = endAfterDrain({ log, drain })
drainOnSignal({ drain, onFailed: end })

await starting.catch(end)
if (phase === 'starting') {
  phase = 'working'
  log.info({ pid: process.pid, ...(health && { port: Number(new URL(health.url).port) }) }, 'worker ready')
  process.send?.({ type: 'ready', ...(health && { url: health.url }) })
}
