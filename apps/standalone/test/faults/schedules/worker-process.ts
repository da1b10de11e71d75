// The worker as `apps/worker` starts it, over the played network and without jobs that recur by cron.
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
// After a jump of the clock, the queue would make up for each minute of the time: jobs that recur by cron are left out.
const without = Object.entries(jobs).map(([name, { cron: _, ...job }]) => [name, job] as const)
await startWorker(context, { jobs: Object.fromEntries(without), onLost: () => process.exit(1) })
process.send?.({ type: 'ready' })
