// The gateway as `apps/gateway` starts it, over networks that answer at once.
import { createGateway } from '@carillon/gateway'
import { createLogger } from '@carillon/log'
import { createContext, readConfig } from '@carillon/service'
import { fakeRegistry } from '../fake-network.ts'
import { answerAsks, endOn, healthAnswers } from './asks.ts'

const { BENCH_NETWORK = '' } = process.env
const config = readConfig(process.env)
const log = createLogger({ name: 'gateway', level: config.logLevel })
const context = await createContext(config, { log, registry: fakeRegistry(BENCH_NETWORK) })
const { host, port } = config.gateway
const gateway = createGateway(context, { log, host, port, publicUrl: config.publicUrl })
answerAsks(healthAnswers())
endOn(async () => {
  await gateway.close()
  await context.close()
})
const url = await gateway.listen()
process.send?.({ type: 'ready', url })
