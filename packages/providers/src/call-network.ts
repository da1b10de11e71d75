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

/** How the responses of a network are read, in calls about one subject. */
export interface Dialect {
  network: Platform
  /** The documented successful responses of the network: the same for all its dialects. */
  responses: DocumentedResponses
  rules: readonly ErrorRule[]
  /** The rejection that a response contains; undefined if it is a success. */
  rejection(response: OutboundResponse): Rejection | undefined
}

export type NetworkRequest = Omit<OutboundRequest, 'network' | 'signal'> & {
  signal?: AbortSignal
  /** Documented fields of this call's successful response, if it has more than other calls of the same operation. */
  expects?: Expectation | undefined
}

/**
 * Translates the failure of a call without a complete response to a `ProviderError`: `not_sent` if the request never
 * left this process, otherwise `indeterminate`. Other errors are returned unchanged.
 */
export function transportFailure(thrown: unknown): unknown {
  const error = findOutboundError(thrown)
  if (!error) return thrown
  const what = error.sent ? 'The network did not respond in time' : 'The network could not be reached'
  const message = error.problem === undefined ? `${what}.` : `${what}: ${error.problem}.`
  return new ProviderError('provider_error', message, error.sent ? 'indeterminate' : 'not_sent', { cause: thrown })
}

/**
 * One call to a network. Returns only a success; a rejection is translated by the dialect's rules.
 *
 * @throws ProviderError with its outcome
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

/** The wait in seconds from `Retry-After` or from a reset header in Unix seconds; the minimum is 1. */
export function secondsUntil(reset: string | null, now: Date): number | undefined {
  const seconds = Number(reset)
  if (reset === null || !Number.isFinite(seconds)) return undefined
  const wait = seconds > 1_000_000_000 ? seconds - now.getTime() / 1000 : seconds
  return Math.max(1, Math.ceil(wait))
}
