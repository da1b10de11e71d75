// The worker as `apps/worker` starts it, over networks that respond at once, and with one more job: nothing.
import { createLogger } from '@carillon/log'
import { createContext, jobs, readConfig } from '@carillon/service'
import { startWorker, yieldProcessor } from '@carillon/worker'
import { fakeRegistry } from '../fake-network.ts'
import { arrivals } from './arrivals.ts'
import { endOn, handleCommands, healthCommands } from './asks.ts'
import { withoutEvents } from './without-events.ts'

const { BENCH_NETWORK = '', BENCH_EVENTS = '' } = process.env
const config = readConfig(process.env)
yieldProcessor(config.worker.niceness)
const log = createLogger({ name: 'worker', level: config.logLevel })
const created = await createContext(config, { log, notified: false, registry: fakeRegistry(BENCH_NETWORK) })
const context = BENCH_EVENTS === 'none' ? withoutEvents(created) : created
const { note, handlers } = arrivals()
const worker = await startWorker(context, {
  jobs: { ...jobs, nothing: { run: async (_context, payload) => note(payload) } },
  onLost: () => process.exit(1),
})
handleCommands({ ...healthCommands(), ...handlers })
endOn(async () => {
  await worker.close()
  await context.close()
})
process.send?.({ type: 'ready' })
