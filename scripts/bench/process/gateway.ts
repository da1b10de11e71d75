// The gateway as `apps/gateway` starts it, over networks that respond at once.
import { createGateway } from '@carillon/gateway'
import { createLogger } from '@carillon/log'
import { type Context, createContext, readConfig } from '@carillon/service'
import { fakeRegistry } from '../fake-network.ts'
import { endOn, handleCommands, healthCommands } from './asks.ts'
import { withoutEvents } from './without-events.ts'

const { BENCH_NETWORK = '', BENCH_PAGES = '', BENCH_INTAKE = '', BENCH_EVENTS = '', BENCH_AUDIT = '' } = process.env
const config = readConfig(process.env)
const log = createLogger({ name: 'gateway', level: config.logLevel })
const created = await createContext(config, { log, registry: fakeRegistry(BENCH_NETWORK) })
const whole = BENCH_EVENTS === 'none' ? withoutEvents(created) : created
const noPages = {
  get: <Page>(_key: string, _etag: string, render: (previous: undefined) => Promise<Page>) => render(undefined),
}
const noIntake: Context['intake'] = { store: async () => {} }
const noAudit: Context['audit'] = { begin: async () => {}, end() {}, close: async () => {} }
// `none` renders every list of comments and messages again, takes webhooks without storing them, and keeps no audit log.
const context: Context = {
  ...whole,
  commentPages: BENCH_PAGES === 'none' ? noPages : whole.commentPages,
  messagePages: BENCH_PAGES === 'none' ? noPages : whole.messagePages,
  intake: BENCH_INTAKE === 'none' ? noIntake : whole.intake,
  audit: BENCH_AUDIT === 'none' ? noAudit : whole.audit,
}
const { host, port } = config.gateway
const gateway = createGateway(context, { log, host, port, publicUrl: config.publicUrl })
handleCommands(healthCommands())
endOn(async () => {
  await gateway.close()
  await context.close()
})
const url = await gateway.listen()
process.send?.({ type: 'ready', url })
