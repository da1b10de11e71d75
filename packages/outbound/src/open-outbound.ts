import { type AgentOptions, createAgent } from './agents.ts'
import { type CallLogger, type CallRecord, writeRecord } from './call-record.ts'
import type { DestinationRules } from './guard/destination.ts'
import type { DestinationOptions } from './guard/destination-rules.ts'
import type { Resolve } from './guard/dns-resolve.ts'
import { callGuarded, type GuardedInput, type GuardedResponse } from './guard/guarded.ts'
import { createGuardedConnector } from './guard/guarded-connector.ts'
import { callConfigured, type OutboundRequest, type OutboundResponse } from './request.ts'

export interface OutboundOptions extends DestinationOptions {
  log: CallLogger
  /** Called with every finished call, for metrics; not for one whose request is malformed (`TypeError`). */
  onCall?: (call: CallRecord) => void
  agentOptions?: AgentOptions
  /** Resolves the host names of guarded calls; by DNS if omitted. */
  resolve?: Resolve
  /**
   * Returns whether guarded calls may connect to an IP address; only to public ones if omitted. Set only by tests, for
   * servers on loopback; no setting changes it.
   */
  permits?: (address: string) => boolean
  /** Returns the port to which guarded calls connect for a host name; that of the URL if omitted. Set only by tests. */
  portOf?: (hostname: string) => number
  /** Returns the time in ms since the epoch; `Date.now` if omitted. */
  now?: () => number
  /** Returns a number from 0 (inclusive) to 1 (exclusive), for the pauses between retries; `Math.random` if omitted. */
  random?: () => number
}

/** Makes HTTP calls to other hosts, by connections of its own. */
export interface Outbound {
  /** Calls a host of Carillon's configuration, such as a network's API, and reads the complete response. */
  request(input: OutboundRequest): Promise<OutboundResponse>
  /** Calls a URL that a client, a user or a network named, within the rules of the guard. */
  guarded(input: GuardedInput): Promise<GuardedResponse>
  /** Closes all connections. Calls in flight fail; no further ones may be made. */
  close(): Promise<void>
}

/** Creates an `Outbound` with its connection pools. `rules` limit guarded calls. */
export function openOutbound(options: OutboundOptions, rules: DestinationRules): Outbound {
  const { log, agentOptions = {}, now = Date.now, random = Math.random } = options
  const plain = createAgent(agentOptions)
  const connectTimeoutMs = agentOptions.connectTimeoutMs ?? 10_000
  const { resolve, permits, portOf } = options
  const guarded = createAgent(agentOptions, createGuardedConnector({ resolve, permits, portOf, connectTimeoutMs }))
  const record = (method: string, call: CallRecord) => {
    writeRecord(log, method, call)
    options.onCall?.(call)
  }
  return {
    request: (input) => callConfigured({ dispatcher: plain, now, random, record }, input),
    guarded: (input) => callGuarded({ rules, plain, guarded, now, record }, input),
    async close() {
      await Promise.all([plain.destroy(), guarded.destroy()])
    },
  }
}
