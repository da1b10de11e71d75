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

  constructor(kind: OutboundErrorKind, sent: boolean, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause })
    this.kind = kind
    this.sent = sent
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

/** Converts an error of undici, a socket or a decoder. */
export function toOutboundError(error: unknown, sent: boolean): OutboundError {
  if (error instanceof OutboundError) return new OutboundError(error.kind, sent, error.message, error.cause ?? error)
  const code = codeOf(error)
  if (TIMEOUT_CODES.has(code)) return new OutboundError('timeout', sent, `timed out (${code})`, error)
  if (BODY_CODES.test(code)) return new OutboundError('bad_body', sent, `the response is damaged (${code})`, error)
  return new OutboundError('network', sent, `the connection failed (${code === '' ? 'no code' : code})`, error)
}
