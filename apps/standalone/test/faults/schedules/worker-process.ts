// The worker as `apps/worker` starts it, over the played network and without the jobs that recur every few minutes.
import { createLogger } from '@carillon/log'
import { createContext, jobs, readConfig, untilReady } from '@carillon/service'
import { startWorker } from '@carillon/worker'
import { playedRegistry } from './played-network.ts'

const config = readConfig(process.env)
const log = createLogger({ name: 'worker', level: config.logLevel })
const created = await createContext(config, { log, notified: false })
const context = { ...created, registry: playedRegistry(created.registry, String(process.env['NETWORK_URL'])) }
for (const signal of ['SIGTERM', 'disconnect'] as const) process.once(signal, () => process.exit(0))
await untilReady(context, new AbortController().signal)
const { 'jobs.recur': _, ...without } = jobs
await startWorker(context, { jobs: without, onLost: () => process.exit(1) })
process.send?.({ type: 'ready' })
