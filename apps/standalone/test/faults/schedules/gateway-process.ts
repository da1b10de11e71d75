// The gateway as `apps/gateway` starts it, without the dashboard and over the played network.
import { createGateway } from '@carillon/gateway'
import { createLogger } from '@carillon/log'
import { createContext, readConfig } from '@carillon/service'
import { playedRegistry } from './played-network.ts'

const config = readConfig(process.env)
const log = createLogger({ name: 'gateway', level: config.logLevel })
const created = await createContext(config, { log, beforeDatabase: true })
const context = { ...created, registry: playedRegistry(created.registry, String(process.env['NETWORK_URL'])) }
const { host, port } = config.gateway
const gateway = createGateway(context, { log, host, port, publicUrl: config.publicUrl, drainMs: 1_000 })
for (const signal of ['SIGTERM', 'disconnect'] as const) process.once(signal, () => process.exit(0))
const url = await gateway.listen()
process.send?.({ type: 'ready', url })
