import { destinationRules } from './guard/destination-rules.ts'
import type { Outbound, OutboundOptions } from './open-outbound.ts'

/**
 * Creates an `Outbound`. A process makes all HTTP calls to other hosts through one, except those of the SDKs for S3 and
 * traces. The HTTP client is loaded with the first call, since its modules are a tenth of all that a process loads at
 * its start. If the modules cannot be loaded, the call rejects, and the next call loads them again.
 * @throws TypeError for an invalid allowed origin
 */
export function createOutbound(options: OutboundOptions): Outbound {
  const rules = destinationRules(options)
  let opened: Promise<Outbound> | undefined
  let isClosed = false
  const open = () => {
    opened ??= import('./open-outbound.ts').then(
      async ({ openOutbound }) => {
        const outbound = openOutbound(options, rules)
        if (isClosed) await outbound.close()
        return outbound
      },
      (error: unknown) => {
        opened = undefined
        throw error
      },
    )
    return opened
  }
  return {
    request: async (input) => (await open()).request(input),
    guarded: async (input) => (await open()).guarded(input),
    async close() {
      isClosed = true
      await (await opened)?.close()
    },
  }
}
