import type { IncomingMessage, ServerResponse } from 'node:http'
import type { NetworkFault, ThrottleDetails } from './faults.ts'

/** A call on its way to a network, with what the frame needs to watch over it. */
export interface WatchedCall {
  network: string
  operation: string | undefined
  /** As the network sees it, without query. */
  path: string
  request: IncomingMessage
  response: ServerResponse
  /** Lets the network handle the call. */
  pass(): void
  sendFault(fault: NetworkFault, details?: ThrottleDetails): void
  revokeTokens(handle?: string): void | Promise<void>
}
