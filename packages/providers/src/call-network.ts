import type { Platform } from '@carillon/domain'
import { ServiceError } from '@carillon/errors'
import { findOutboundError, type OutboundError, type OutboundRequest, type OutboundResponse } from '@carillon/outbound'
import type { AppCall } from './call-context.ts'
import {
  type DocumentedResponses,
  type Expectation,
  noteUnexpected,
  noteUnknownError,
  noteUnpromised,
} from './drift.ts'
import { type ErrorRule, ProviderError, type Rejection, translate } from './error-rules.ts'
import { requireNoPage } from './required-fields.ts'

/** Describes how the responses of a network are interpreted in calls about one subject, such as comments or ads. */
export interface Dialect {
  network: Platform
  /** The documented successful responses of the network; the same in all its dialects. */
  responses: DocumentedResponses
  rules: readonly ErrorRule[]
  /**
   * Returns the rejection that a response contains; undefined if the response is a success. `now` is the current time,
   * from which the seconds to wait are computed.
   */
  rejection(response: OutboundResponse, now: Date): Rejection | undefined
}

/** An HTTP request to a network. Without `signal`, the signal of the call's context aborts it. */
export type NetworkRequest = Omit<OutboundRequest, 'network' | 'signal'> & {
  signal?: AbortSignal
  /**
   * The documented fields of this call's successful response, in place of those that `dialect.responses` has for the
   * operation.
   */
  expects?: Expectation | undefined
}

/**
 * Returns the error of Carillon that ended a call: that of the media store whose file was its body, or
 * `temporarily_unavailable` if this machine could not open a connection. Undefined if it was not Carillon.
 */
function ownError({ cause, isLocal }: OutboundError): ServiceError | undefined {
  if (isLocal) return new ServiceError('temporarily_unavailable', undefined, { retryAfter: 5, cause })
  return cause instanceof ServiceError && !(cause instanceof ProviderError) ? cause : undefined
}

/**
 * Converts the failure of a call without a complete response to a `ProviderError`: `not_sent` if the request never left
 * this process, otherwise `indeterminate`. If the media store failed while it was read for the request, the code and
 * the message are those of its error; if this machine could not open a connection, the code is
 * `temporarily_unavailable`. Other errors are returned unchanged.
 */
export function transportFailure(thrown: unknown): unknown {
  const error = findOutboundError(thrown)
  if (!error) return thrown
  const outcome = error.sent ? 'indeterminate' : 'not_sent'
  const own = ownError(error)
  if (own) {
    const { code, message: said, retryAfter } = own
    return new ProviderError(code, said, outcome, { cause: own, ...(retryAfter !== undefined && { retryAfter }) })
  }
  const what = error.sent ? 'The network did not respond in time' : 'The network could not be reached'
  const message = error.problem === undefined ? `${what}.` : `${what}: ${error.problem}.`
  return new ProviderError('provider_error', message, outcome, { cause: thrown })
}

/**
 * Sends one request to a network and returns the response if it is a success. Differences from the documented response
 * are reported with `noteDrift` and do not fail the call.
 * @throws ProviderError translated by `dialect.rules` if the network rejects the request; the error of
 *   `transportFailure` if no complete response arrives; `provider_error` with the outcome `indeterminate` if a success
 *   is a page of HTML or XML
 */
export async function callNetwork(call: AppCall, dialect: Dialect, request: NetworkRequest): Promise<OutboundResponse> {
  const { expects, ...sent } = request
  let response: OutboundResponse
  try {
    response = await call.outbound.request({ signal: call.signal, ...sent, network: dialect.network })
  } catch (error) {
    throw transportFailure(error)
  }
  const rejection = dialect.rejection(response, call.now())
  const { operation } = request
  if (rejection) {
    noteUnknownError(call, { operation, rules: dialect.rules }, rejection)
    throw translate(dialect.rules, rejection, { operation, ...rejection })
  }
  requireNoPage(response)
  const expected = { operation, expects: expects ?? dialect.responses.fields[operation] }
  noteUnexpected(call, expected, response)
  noteUnpromised(call, { ...expected, promises: dialect.responses }, response)
  return response
}

/**
 * The maximum number of seconds to wait that is read from a response. No network documents a rate limit of more than a
 * day, and what waits for a wrong time would wait for good.
 */
const maxWaitSeconds = 86_400
/** Numbers above these are times in Unix seconds and in Unix milliseconds, smaller ones are numbers of seconds. */
const [firstSecond, firstMillisecond] = [1_000_000_000, 1_000_000_000_000]

/** Returns a number of seconds to wait that a response contains, rounded up, and limited to a day. */
export function boundedWait(seconds: number): number {
  return Math.min(maxWaitSeconds, Math.ceil(seconds))
}

/**
 * Returns the time of a response header in ms since the epoch: that of a number of seconds from `now`, of Unix seconds
 * or milliseconds, or of an HTTP date, which is always in GMT. NaN for any other value.
 */
function timeIn(value: string, now: Date): number {
  if (!/^\d+(\.\d+)?$/.test(value)) return /\bGMT$/.test(value) ? Date.parse(value) : Number.NaN
  const number = Number(value)
  if (number > firstMillisecond) return number
  return number > firstSecond ? number * 1000 : now.getTime() + number * 1000
}

/**
 * Returns the seconds to wait, 1 to 86,400, from the value of a response header, such as `Retry-After` or the time at
 * which a limit is reset: a number of seconds, Unix seconds or milliseconds, or an HTTP date. 1 if that time has
 * passed; undefined if the value is missing or none of these. `now` is the current time.
 * @see https://www.rfc-editor.org/rfc/rfc9110#name-retry-after (read 2026-11-20)
 */
export function secondsUntil(value: string | null, now: Date): number | undefined {
  const wait = (timeIn(value?.trim() ?? '', now) - now.getTime()) / 1000
  return Number.isNaN(wait) ? undefined : Math.max(1, boundedWait(wait))
}

/**
 * Returns the seconds to wait, 1 to 86,400, from the header `Retry-After`; undefined if it is missing, cannot be read,
 * is 0, or names a time that has passed: these say nothing about the limit.
 */
export function retryAfterOf(headers: Headers, now: Date): number | undefined {
  const value = headers.get('retry-after')?.trim() ?? ''
  return timeIn(value, now) > now.getTime() ? secondsUntil(value, now) : undefined
}
