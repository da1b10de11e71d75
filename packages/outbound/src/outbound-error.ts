import { hostProblem } from './host-problem.ts'

/**
 * - `timeout`: the call's deadline, or connecting, took too long.
 * - `network`: no name, no connection, or the connection broke.
 * - `too_large`: the response is larger than the call allows.
 * - `rejected_address`: the guard does not let calls go there.
 * - `aborted`: the caller's signal.
 * - `bad_redirect`: too many redirects, or one that cannot be followed.
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

/** A call without a usable response. A response with a status of 400 or more is not an `OutboundError`. */
export class OutboundError extends Error {
  override readonly name = 'OutboundError'
  readonly kind: OutboundErrorKind
  /** False only when it is certain that nothing of the request left this machine: repeating it then doubles nothing. */
  readonly sent: boolean
  /**
   * The failure of the host, as a sentence without its full stop that clients may read: `cdn.example.com did not
   * respond in time`. It contains no IP address of the host's name. Undefined where the failure is not the host's.
   */
  readonly problem: string | undefined

  constructor(
    kind: OutboundErrorKind,
    sent: boolean,
    message: string,
    { cause, problem }: { cause?: unknown; problem?: string | undefined } = {},
  ) {
    super(message, cause === undefined ? undefined : { cause })
    this.kind = kind
    this.sent = sent
    this.problem = problem
  }
}

/** The outbound error among the causes of an error that a library threw, such as `TypeError: fetch failed`. */
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

const BODY_CODES = /^(?:Z_|ERR_BROTLI|ERR__ERROR_FORMAT|ERR_PADDING|UND_ERR_RES_CONTENT_LENGTH_MISMATCH)/

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}

/**
 * Whether the call itself was malformed, for example by a header with a line break. That is a bug in Carillon and not a
 * failure of the network.
 */
export function isMisuse(error: unknown): error is Error {
  return error instanceof Error && ['UND_ERR_INVALID_ARG', 'ERR_INVALID_URL'].includes(codeOf(error))
}

/** A call whose error is converted. */
export interface FailedCall {
  /** Whether the peer can have received anything of the request. */
  sent: boolean
  /** Host name of the call, with its port unless that is the scheme's own. */
  host: string
}

/** The failure of the host, if the kind alone determines it. */
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

/** Converts an error of undici, a socket or a decoder. */
export function toOutboundError(error: unknown, { sent, host }: FailedCall): OutboundError {
  if (error instanceof OutboundError) {
    const { kind, message, cause = error, problem = problemOf(kind, host, '') } = error
    return new OutboundError(kind, sent, message, { cause, problem })
  }
  const code = codeOf(error)
  const failed = (kind: OutboundErrorKind, what: string) =>
    new OutboundError(kind, sent, what, { cause: error, problem: problemOf(kind, host, code) })
  if (TIMEOUT_CODES.has(code)) return failed('timeout', `timed out (${code})`)
  if (BODY_CODES.test(code)) return failed('bad_body', `the response is damaged (${code})`)
  return failed('network', hostProblem(host, code) ?? `the connection failed (${code === '' ? 'no code' : code})`)
}
