import { destinationRules } from './guard/destination-rules.ts'
import type { Outbound, OutboundOptions } from './open-outbound.ts'

/**
 * Creates an `Outbound`, through which a process makes all HTTP calls to other hosts except those of the SDKs for S3
 * and traces. The HTTP client is loaded with the first call, since its modules are a tenth of all that a process loads
 * at its start. If loading fails, the call rejects, and the next call loads the client again.
 * @throws TypeError for an invalid allowed origin
 */
export function createOutbound(options: OutboundOptions): Outbound {
  const rules = destinationRules(options)
  let opened: Promise<Outbound> | undefined
  const open = () => {
    opened ??= import('./open-outbound.ts').then(
      ({ openOutbound }) => openOutbound(options, rules),
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
      await (await opened)?.close()
    },
  }
}
