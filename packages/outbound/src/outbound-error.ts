import { closeSync, openSync } from 'node:fs'
import { devNull } from 'node:os'
import { hostProblem } from './host-problem.ts'

/**
 * The reason why a call has no usable response.
 *
 * - `timeout`: the deadline has passed, or connecting took too long.
 * - `network`: the host name was not resolved, no connection was opened, the connection broke, or the response is not
 *   HTTP.
 * - `too_large`: the response's body is larger than the call allows.
 * - `rejected_address`: the guard does not allow calls to this URL.
 * - `aborted`: the caller's signal aborted.
 * - `bad_redirect`: there were too many redirects, or one that cannot or must not be followed.
 * - `bad_body`: the response's body is not what its headers or the caller say it is.
 */
export type OutboundErrorKind =
  | 'timeout'
  | 'network'
  | 'too_large'
  | 'rejected_address'
  | 'aborted'
  | 'bad_redirect'
  | 'bad_body'

/** Thrown for a call without a usable response. A response with a status of 400 or more is not an `OutboundError`. */
export class OutboundError extends Error {
  override readonly name = 'OutboundError'
  readonly kind: OutboundErrorKind
  /** False only if it is certain that no part of the request left this machine, so that the call can be repeated. */
  readonly sent: boolean
  /**
   * The fault of the host, as a sentence without full stop that clients may read: `cdn.example.com did not respond in
   * time`. It contains no IP address that the host name resolved to. Undefined if the host is not at fault, and for
   * `too_large`, `bad_redirect` and a body that is not JSON.
   */
  readonly problem: string | undefined
  /** Whether this machine could not open a connection, for want of descriptors or memory. The host is not at fault. */
  readonly isLocal: boolean

  constructor(
    kind: OutboundErrorKind,
    sent: boolean,
    message: string,
    { cause, problem, isLocal = false }: { cause?: unknown; problem?: string | undefined; isLocal?: boolean } = {},
  ) {
    super(message, cause === undefined ? undefined : { cause })
    this.kind = kind
    this.sent = sent
    this.problem = problem
    this.isLocal = isLocal
  }
}

/**
 * Returns the `OutboundError` among an error and its causes, such as the cause of `TypeError: fetch failed`; undefined
 * if none exists.
 */
export function findOutboundError(error: unknown): OutboundError | undefined {
  let current = error
  for (let depth = 0; depth < 8 && current instanceof Error; depth++) {
    if (current instanceof OutboundError) return current
    current = current.cause
  }
  return undefined
}

const TIMEOUT_CODES = new Set([
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
  'ETIMEDOUT',
])

/**
 * The codes with which this machine opens no further connection.
 * @see https://man7.org/linux/man-pages/man2/socket.2.html (page not reached; behaviour of Node tried 2026-11-30)
 */
const LOCAL_CODES = new Set(['EMFILE', 'ENFILE', 'ENOBUFS', 'ENOMEM'])

/** The codes of a name that was not resolved. Without a descriptor for the query, no name is. */
const NAME_CODES = new Set(['ENOTFOUND', 'EAI_AGAIN'])

/** Returns the code with which this process can open no file or socket; undefined if it can. */
function descriptorFault(): string | undefined {
  try {
    closeSync(openSync(devNull, 'r'))
    return undefined
  } catch (error) {
    return codeOf(error)
  }
}

const BODY_CODES = /^(?:Z_|ERR_BROTLI|ERR__ERROR_FORMAT|ERR_PADDING|UND_ERR_RES_CONTENT_LENGTH_MISMATCH)/

/**
 * Returns the code of an error; empty if it has none. undici ends a call at `100 Continue`, which hosts may send
 * although no request expects it (RFC 9110 15.2), with the code of a broken connection: only the message tells them
 * apart.
 */
function codeOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
  return code === 'UND_ERR_SOCKET' && error instanceof Error && error.message === 'bad response' ? 'CONTINUE' : code
}

/**
 * Returns whether the call itself was malformed, for example by a header with a line break. That is a bug in Carillon
 * and not a failure of the network.
 */
export function isMisuse(error: unknown): error is Error {
  return error instanceof Error && ['UND_ERR_INVALID_ARG', 'ERR_INVALID_URL'].includes(codeOf(error))
}

/** The call whose error is converted. */
interface FailedCall {
  /** Whether the host may have received any part of the request. */
  sent: boolean
  /** The host name of the call, with its port unless that is the default. */
  host: string
}

/** The faults of a host that the kind of error alone shows. In a message, each follows the host's name. */
const PROBLEMS_OF_KIND: Partial<Record<OutboundErrorKind, string>> = {
  timeout: 'did not respond in time',
  network: 'closed the connection or cannot be reached',
  bad_body: 'sent a damaged response',
}

function problemOf(kind: OutboundErrorKind, host: string, code: string): string | undefined {
  const known = hostProblem(host, code)
  const ofKind = PROBLEMS_OF_KIND[kind]
  return known ?? (ofKind === undefined ? undefined : `${host} ${ofKind}`)
}

/**
 * Converts an error of undici, a socket or a decoder to an `OutboundError` of the call; its kind is `timeout`,
 * `bad_body` or, for any other error, `network`. An `OutboundError` is copied with the `sent` and the host of the call.
 */
export function toOutboundError(error: unknown, { sent, host }: FailedCall): OutboundError {
  if (error instanceof OutboundError) {
    const { kind, message, cause = error, isLocal } = error
    const problem = isLocal ? undefined : (error.problem ?? problemOf(kind, host, ''))
    return new OutboundError(kind, sent, message, { cause, problem, isLocal })
  }
  const found = codeOf(error)
  const code = (NAME_CODES.has(found) ? descriptorFault() : undefined) ?? found
  const failed = (kind: OutboundErrorKind, what: string) =>
    new OutboundError(kind, sent, what, { cause: error, problem: problemOf(kind, host, code) })
  if (LOCAL_CODES.has(code)) {
    return new OutboundError('network', sent, `Carillon could not open a connection (${code})`, {
      cause: error,
      isLocal: true,
    })
  }
  if (TIMEOUT_CODES.has(code)) return failed('timeout', `timed out (${code})`)
  if (BODY_CODES.test(code)) return failed('bad_body', `the response is damaged (${code})`)
  return failed('network', hostProblem(host, code) ?? `the connection failed (${code === '' ? 'no code' : code})`)
}
