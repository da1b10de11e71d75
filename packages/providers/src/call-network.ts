import type { Platform } from '@carillon/domain'
import { findOutboundError, type OutboundRequest, type OutboundResponse } from '@carillon/outbound'
import type { AppCall } from './call-context.ts'
import {
  type DocumentedResponses,
  type Expectation,
  noteUnexpected,
  noteUnknownError,
  noteUnpromised,
} from './drift.ts'
import { type ErrorRule, ProviderError, type Rejection, translate } from './error-rules.ts'

/** Describes how the responses of a network are interpreted in calls about one subject, such as comments or ads. */
export interface Dialect {
  network: Platform
  /** The documented successful responses of the network; the same in all its dialects. */
  responses: DocumentedResponses
  rules: readonly ErrorRule[]
  /** Returns the rejection that a response contains; undefined if the response is a success. */
  rejection(response: OutboundResponse): Rejection | undefined
}

/** An HTTP request to a network. Without `signal`, the signal of the call's context aborts it. */
export type NetworkRequest = Omit<OutboundRequest, 'network' | 'signal'> & {
  signal?: AbortSignal
  /**
   * The documented fields of this call's successful response, if it has more than other calls of the same operation.
   */
  expects?: Expectation | undefined
}

/**
 * Converts the failure of a call without a complete response to a `ProviderError`: `not_sent` if the request never left
 * this process, otherwise `indeterminate`. Other errors are returned unchanged.
 */
export function transportFailure(thrown: unknown): unknown {
  const error = findOutboundError(thrown)
  if (!error) return thrown
  const what = error.sent ? 'The network did not respond in time' : 'The network could not be reached'
  const message = error.problem === undefined ? `${what}.` : `${what}: ${error.problem}.`
  return new ProviderError('provider_error', message, error.sent ? 'indeterminate' : 'not_sent', { cause: thrown })
}

/**
 * Sends one request to a network and returns the response if it is a success. Differences from the documented response
 * are reported with `noteDrift` and do not fail the call.
 * @throws ProviderError translated by `dialect.rules` if the network rejects the request; `provider_error` with the
 *   outcome `not_sent` or `indeterminate` if no complete response arrives
 */
export async function callNetwork(call: AppCall, dialect: Dialect, request: NetworkRequest): Promise<OutboundResponse> {
  const { expects, ...sent } = request
  let response: OutboundResponse
  try {
    response = await call.outbound.request({ signal: call.signal, ...sent, network: dialect.network })
  } catch (error) {
    throw transportFailure(error)
  }
  const rejection = dialect.rejection(response)
  const { operation } = request
  if (rejection) {
    noteUnknownError(call, { operation, rules: dialect.rules }, rejection)
    throw translate(dialect.rules, rejection, { operation, ...rejection })
  }
  const expected = { operation, expects: expects ?? dialect.responses.fields[operation] }
  noteUnexpected(call, expected, response)
  noteUnpromised(call, { ...expected, promises: dialect.responses }, response)
  return response
}

/**
 * Returns the seconds to wait, at least 1, from the value of a response header: `Retry-After` in seconds, or a reset
 * time in Unix seconds, recognized by values above 1,000,000,000. Undefined if the value is missing or not a number,
 * such as an HTTP date. `now` is the current time.
 */
export function secondsUntil(reset: string | null, now: Date): number | undefined {
  const seconds = Number(reset)
  if (reset === null || !Number.isFinite(seconds)) return undefined
  const wait = seconds > 1_000_000_000 ? seconds - now.getTime() / 1000 : seconds
  return Math.max(1, Math.ceil(wait))
}
