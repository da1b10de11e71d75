// graphile-worker alone, with as many connections and concurrent jobs as Carillon's worker.
import { Logger, run } from 'graphile-worker'
import pg from 'pg'
import { arrivals } from './arrivals.ts'
import { endOn, handleCommands } from './asks.ts'

const { DATABASE_URL: connectionString } = process.env
const pgPool = new pg.Pool({ connectionString, max: 16 })
pgPool.on('error', () => {})
pgPool.on('connect', (client) => client.on('error', () => {}))
const { note, handlers } = arrivals()
const runner = await run({
  pgPool,
  concurrency: 16,
  noHandleSignals: true,
  pollInterval: 1_000,
  taskList: { nothing: (payload) => note(payload) },
  logger: new Logger(() => () => {}),
})
handleCommands(handlers)
endOn(async () => {
  await runner.stop()
  await pgPool.end()
})
process.send?.({ type: 'ready' })
