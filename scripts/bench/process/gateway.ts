// The gateway as `apps/gateway` starts it, over networks that answer at once.
import { createGateway } from '@carillon/gateway'
import { createLogger } from '@carillon/log'
import { type Context, createContext, readConfig } from '@carillon/service'
import { fakeRegistry } from '../fake-network.ts'
import { answerAsks, endOn, healthAnswers } from './asks.ts'

const { BENCH_NETWORK = '', BENCH_PAGES = '' } = process.env
const config = readConfig(process.env)
const log = createLogger({ name: 'gateway', level: config.logLevel })
const whole = await createContext(config, { log, registry: fakeRegistry(BENCH_NETWORK) })
const noPages: Context['commentPages'] = { get: (_key, _etag, render) => render() }
// `none` renders every page of comments anew.
const context: Context = { ...whole, commentPages: BENCH_PAGES === 'none' ? noPages : whole.commentPages }
const { host, port } = config.gateway
const gateway = createGateway(context, { log, host, port, publicUrl: config.publicUrl })
answerAsks(healthAnswers())
endOn(async () => {
  await gateway.close()
  await context.close()
})
const url = await gateway.listen()
process.send?.({ type: 'ready', url })
