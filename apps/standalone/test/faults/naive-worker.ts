// A worker as most of the field has it: whatever goes wrong while publishing counts as not sent, and is sent again. It
// exists so that the harness is seen to find what it looks for.
import { createLogger } from '@carillon/log'
import { type Context, createContext, readConfig } from '@carillon/service'
import { startWorker } from '@carillon/worker'

type Registry = Context['registry']
type Port = NonNullable<Awaited<ReturnType<Registry['adapter']>>['publish']>

interface Unclear {
  outcome: string
}

function isUnclear(thrown: unknown): thrown is Unclear {
  return typeof thrown === 'object' && thrown !== null && 'outcome' in thrown && thrown.outcome === 'indeterminate'
}

function naive<P extends Port>(port: P): P {
  return {
    ...port,
    settling: { ...port.settling, seconds: 0, maxProbes: 1, probeIntervalSeconds: 0 },
    async commit(...input: Parameters<P['commit']>) {
      try {
        return await (port.commit as (...all: unknown[]) => Promise<object>)(...input)
      } catch (error) {
        if (isUnclear(error)) Object.assign(error, { outcome: 'not_sent' })
        throw error
      }
    },
    reconcile: async (_call: unknown, state: object) => ({ kind: 'again', state }),
  }
}

const config = readConfig(process.env)
const log = createLogger({ name: 'worker', level: config.logLevel })
const context = await createContext(config, { log })
const { registry } = context
context.registry = {
  async adapter(platform) {
    const adapter = await registry.adapter(platform)
    return adapter.publish ? Object.assign({ ...adapter }, { publish: naive(adapter.publish) }) : adapter
  },
}
const worker = await startWorker(context, { onLost: () => process.exit(1) })
process.send?.({ type: 'ready' })

async function close(): Promise<void> {
  await worker.close()
  await context.close()
  process.exit(0)
}
for (const signal of ['SIGINT', 'SIGTERM', 'disconnect'] as const) process.once(signal, () => void close())
