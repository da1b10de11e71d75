import type { IncomingMessage, ServerResponse } from 'node:http'
import type { NetworkFault, ThrottleDetails } from './faults.ts'
import type { InterceptedResponse } from './intercepted-response.ts'

/**
 * A call to a simulated network, with what is needed to record it and to inject faults. `operation` is undefined for
 * pages, which get no faults.
 */
export interface WatchedCall {
  network: string
  operation: string | undefined
  /** The path below the network's base URL, without the query. */
  path: string
  request: IncomingMessage
  response: ServerResponse
  /** Lets the network handle the call. */
  pass(): void
  /** Responds with an injected fault, in the network's own format. */
  sendFault(fault: NetworkFault, details?: ThrottleDetails): void
  /** Returns whether a response with a status below 400 rejects the call. Every status of 400 or above does. */
  isRejection?: ((response: InterceptedResponse) => boolean) | undefined
  /** Ends the tokens of the user with the handle, or of all users without one. */
  revokeTokens(handle?: string): void | Promise<void>
}
