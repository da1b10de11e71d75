import { createLogger } from '@carillon/log'
import { crashAt, createContext, readConfig } from '@carillon/service'
import { startWorker } from './worker.ts'

const config = readConfig(process.env)
const log = createLogger({ name: 'worker', level: config.logLevel })
const context = await createContext(config, { log, checkpoint: crashAt(process.env['CRASH_AT']) })
const worker = await startWorker(context, {
  onLost() {
    log.fatal({}, 'lease lost: the process ends')
    process.exit(1)
  },
})
log.info({ pid: process.pid }, 'worker ready')
process.send?.({ type: 'ready' })

/** Longest time in ms that a drain may take; the journal takes care of what was cut off. */
const drainMs = 30_000

let closing = false
async function close(): Promise<void> {
  if (closing) return process.exit(1)
  closing = true
  setTimeout(() => process.exit(1), drainMs).unref()
  await worker.close()
  await context.close()
  log.info({}, 'worker closed')
  process.exit(0)
}

for (const signal of ['SIGINT', 'SIGTERM', 'disconnect'] as const) process.on(signal, () => void close())
