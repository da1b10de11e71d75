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
  /** Told of every finished call, for metrics. */
  onCall?: (call: CallRecord) => void
  agentOptions?: AgentOptions
  /** How guarded calls look names up; by the system unless given. */
  resolve?: Resolve
  /**
   * Whether guarded calls may connect to an IP address; to public ones unless given. Only tests give it, for servers on
   * loopback: no setting does.
   */
  permits?: (address: string) => boolean
  /** The port to which guarded calls connect for a host name; that of the URL unless given. Only tests give it. */
  portOf?: (hostname: string) => number
  /** Milliseconds since the epoch. */
  now?: () => number
  /** From 0 up to 1. */
  random?: () => number
}

export interface Outbound {
  /** To hosts of our configuration. */
  request(input: OutboundRequest): Promise<OutboundResponse>
  /** To hosts that callers, or the networks' responses, name. */
  guarded(input: GuardedInput): Promise<GuardedResponse>
  /** Ends all connections, calls in flight included. */
  close(): Promise<void>
}

/** Opens the connection pools of an `Outbound`. Guarded calls may go where the rules allow. */
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
