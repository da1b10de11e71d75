import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { NetworkFault } from '../faults.ts'
import type { Frame } from '../network.ts'

/**
 * A proxy in front of a Bluesky server. `nameOperation` names the calls, `pass` forwards them to the server, and
 * `sendFault` responds to those that get an injected fault. `revokeTokens` ends the tokens of the user with the
 * handle, or of all users without one.
 */
export interface Front {
  watch: Frame['watch']
  nameOperation(path: string): string | undefined
  pass(request: IncomingMessage, response: ServerResponse, operation: string | undefined): unknown
  sendFault(fault: NetworkFault, operation: string | undefined, response: ServerResponse): void
  revokeTokens(handle?: string): Promise<void>
}

/**
 * Creates a listener for a port of the simulated Bluesky. It records every call in the journal, injects the pending
 * fault that matches it, if any (see `watch`), and otherwise passes it to the server behind it. If `pass` fails, it
 * closes the connection.
 */
export function createFront({ watch, nameOperation, pass, sendFault, revokeTokens }: Front): RequestListener {
  return (request, response) => {
    const path = URL.parse(request.url ?? '/', 'http://localhost')?.pathname ?? '/'
    const operation = nameOperation(path)
    const fail = (error: Error) => void response.destroy(error)
    watch({
      network: 'bluesky',
      operation,
      path,
      request,
      response,
      pass: () => void Promise.resolve(pass(request, response, operation)).catch(fail),
      sendFault: (fault) => sendFault(fault, operation, response),
      revokeTokens,
    }).catch(fail)
  }
}
