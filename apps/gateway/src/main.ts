import { currentBundle } from '@carillon/dashboard'
import { createLogger, drainOnSignal, endAfterDrain, endTracing, endWhenBlocked, startTracing } from '@carillon/log'
import { carillonVersion, createContext, processConfig, untilReady } from '@carillon/service'
import { createGateway } from './server.ts'

const config = processConfig(process.env)
const log = createLogger({ name: 'gateway', level: config.logLevel })
endWhenBlocked({ log, name: 'gateway', level: config.logLevel })
if (config.tracing) await startTracing({ ...config.tracing, name: 'gateway', version: carillonVersion })
const context = await createContext(config, { log, beforeDatabase: true })
const { host, port, publishWaitMs, readDeadlineMs, maxBodyBytes, maxConnections, maxConnectionsPerIp } = config.gateway
const gateway = createGateway(context, {
  log,
  host,
  port,
  publicUrl: config.publicUrl,
  maxBodyBytes,
  connections: { perAddress: maxConnectionsPerIp, total: maxConnections },
  // Above every wait that a use case sets itself.
  deadlineMs: publishWaitMs + readDeadlineMs + 30_000,
  drainMs: 5_000,
})

/** The maximum time in ms for closing, after which the process exits with status 1. */
const closeMs = 35_000

const closing = new AbortController()
/** Finishes the requests in flight and closes everything. A second call ends the process at once. */
async function drain(): Promise<void> {
  if (closing.signal.aborted) return process.exit(1)
  closing.abort()
  setTimeout(() => process.exit(1), closeMs).unref()
  await gateway.close()
  await context.close()
  await endTracing()
  log.info({}, 'gateway closed')
}

const end = endAfterDrain({ log, drain })
drainOnSignal({ drain, onFailed: end })

const url = await gateway.listen().catch((err: unknown) => {
  log.fatal({ err, host, port }, 'port cannot be used, ending the process')
  return process.exit(1)
})
// A gateway whose database is away serves its health checks, and is not ready.
await untilReady(context, closing.signal)
if (!closing.signal.aborted) {
  // The process may be stopped as soon as it has reported that it is ready.
  log.info({ host, port: Number(new URL(url).port) }, 'gateway ready')
  process.send?.({ type: 'ready', url })
}

// Nobody waits for the dashboard: it is bundled beside what is served, unless that was done before.
await currentBundle().catch((err: unknown) => log.error({ err }, 'dashboard not bundled'))
