import { catalogueRow, type ErrorCode, ServiceError, type ServiceErrorOptions } from '@carillon/errors'

/**
 * Whether a failed call changed something at the network: `rejected` and `not_sent` did not, `indeterminate` may have.
 * Only after `rejected` or `not_sent` may a write be retried or ended as failed without reading the network.
 */
export type Outcome = 'rejected' | 'not_sent' | 'indeterminate'

/** The failure of a call to a network, translated to an error code of Carillon. */
export class ProviderError extends ServiceError {
  readonly outcome: Outcome
  /** Whether the network rejected the access token itself. If so, the call is worth repeating once after a refresh. */
  readonly tokenRejected: boolean
  /**
   * Whether the error is the network's final decision on something that it had accepted. Reading it again changes
   * nothing.
   */
  readonly final: boolean

  /** @param message the public message; the code's default message if undefined */
  constructor(
    code: ErrorCode,
    message: string | undefined,
    outcome: Outcome,
    options: ServiceErrorOptions & { tokenRejected?: boolean; final?: boolean } = {},
  ) {
    super(code, message, options)
    this.name = 'ProviderError'
    this.outcome = outcome
    this.tokenRejected = options.tokenRejected ?? false
    this.final = options.final ?? false
  }
}

/**
 * Creates an `invalid_request` error for a field of the request that is missing or invalid, with the outcome
 * `not_sent`, since no call was made to the network. The public message is `<field>: <message>`.
 */
export function fieldRejection(field: string, message: string): ProviderError {
  const details = [{ path: [field], message }]
  return new ProviderError('invalid_request', `${field}: ${message}`, 'not_sent', { details })
}

/** An error response of a network, flattened to the fields that error rules can match. */
export interface Rejection {
  status: number
  /** The network's own code, subcode, reason and so on, keyed by name. */
  fields: Readonly<Record<string, string | number | undefined>>
  /** The network's explanation. It is shown to clients only with the code `provider_rejected`. */
  explanation?: string
  /** Seconds to wait, if the network reports a wait. */
  retryAfter?: number
}

/** A row of the table that translates a network's errors to error codes of Carillon. The first matching row applies. */
export interface ErrorRule {
  /**
   * The fields that a rejection must have for the rule to apply, keyed by name; `status` is the HTTP status. Each must
   * be equal to the value, or to one of the listed values.
   */
  match: Readonly<Record<string, string | number | readonly (string | number)[]>>
  code: ErrorCode
  /** The HTTP status of the response to the client, one of the code's statuses; the code's first status if omitted. */
  status?: number
  /**
   * The public message; the code's default message if omitted. With `provider_rejected` it follows the network's
   * explanation.
   */
  message?: string
  /** Derived from the HTTP status if omitted, as `translate` describes. */
  outcome?: Outcome
  /** Set if the access token itself was rejected, rather than a permission being missing. */
  tokenRejected?: boolean
  /** Set if the error is the network's final decision, such as a post that it failed to process. */
  final?: boolean
  /** Seconds to wait if the network does not report a wait. */
  retryAfter?: number
  /** The `details` of the error, shown to the client. A port can add fields, such as the ids of published posts. */
  details?: Readonly<Record<string, unknown>>
  /** A documented rejection that this rule must match. The tests translate it with the whole table. */
  sample: unknown
}

const maxExplanation = 500

/**
 * Returns a network's explanation in a form that can be shown: without control characters and shortened to 500
 * characters.
 */
export function safeExplanation(explanation: string): string {
  return explanation
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, maxExplanation)
    .toWellFormed()
}

/**
 * Returns the rules with every code that is not in `codes` replaced by `provider_error`, for operations whose
 * documented errors do not include the other codes. The rules keep their outcomes and messages. A replaced rule without
 * a message gets the default message of `provider_error`, and the network's explanation, which only `provider_rejected`
 * shows, is left out.
 */
export function limitedTo(codes: readonly ErrorCode[], rules: readonly ErrorRule[]): readonly ErrorRule[] {
  return rules.map((rule) => (codes.includes(rule.code) ? rule : { ...rule, code: 'provider_error' }))
}

function matches(rule: ErrorRule, rejection: Rejection): boolean {
  return Object.entries(rule.match).every(([field, wanted]) => {
    const actual = field === 'status' ? rejection.status : rejection.fields[field]
    return actual !== undefined && [wanted].flat().includes(actual)
  })
}

/**
 * Derives the outcome from the HTTP status alone: a 4xx other than 408 was rejected, any other call may have taken
 * effect.
 */
function outcomeOf(status: number): Outcome {
  return status >= 400 && status < 500 && status !== 408 ? 'rejected' : 'indeterminate'
}

/** Returns the first rule that matches a rejection; undefined if no rule matches. */
export function matchingRule(rules: readonly ErrorRule[], rejection: Rejection): ErrorRule | undefined {
  return rules.find((candidate) => matches(candidate, rejection))
}

/**
 * Translates a rejection by the first rule that matches it; without a matching rule the code is `provider_error`. If
 * the rule has no outcome, or no rule matches, a 4xx status other than 408 gives `rejected` and any other status
 * `indeterminate`. `cause` becomes the cause of the error, which is logged and read by `rejectionBehind`; the rejection
 * itself if omitted.
 */
export function translate(rules: readonly ErrorRule[], rejection: Rejection, cause?: unknown): ProviderError {
  const rule = matchingRule(rules, rejection)
  const outcome = rule?.outcome ?? outcomeOf(rejection.status)
  const retryAfter = rejection.retryAfter ?? rule?.retryAfter
  const options = {
    cause: cause ?? rejection,
    tokenRejected: rule?.tokenRejected ?? false,
    final: rule?.final ?? false,
    ...(retryAfter !== undefined && { retryAfter }),
    ...(rule?.status !== undefined && { status: rule.status }),
    ...(rule?.details && { details: rule.details }),
  }
  if (!rule) return new ProviderError('provider_error', undefined, outcome, options)
  const explained = rule.code === 'provider_rejected' && rejection.explanation
  const message = explained ? `${safeExplanation(explained)} ${rule.message ?? ''}`.trim() : rule.message
  return new ProviderError(rule.code, message, outcome, options)
}

/**
 * Returns the outcome of any error thrown by a call. An error that is not a `ProviderError` counts as indeterminate.
 */
export function outcomeOfFailure(thrown: unknown): Outcome {
  return thrown instanceof ProviderError ? thrown.outcome : 'indeterminate'
}

/**
 * Returns whether an error is a rejection after which the same call is not made again. False if only the access token
 * was rejected, since a refresh may help, and for a reached limit, for whose end a scheduled write waits.
 */
export function endsCall(thrown: unknown): boolean {
  if (!(thrown instanceof ProviderError) || thrown.outcome !== 'rejected' || thrown.tokenRejected) return false
  return catalogueRow(thrown.code).retry !== 'after'
}

/** Returns a copy of a `ProviderError` with the outcome `to` if its outcome is `from`; any other value unchanged. */
function withOutcome(thrown: unknown, { from, to }: { from: Outcome; to: Outcome }): unknown {
  if (!(thrown instanceof ProviderError) || thrown.outcome !== from) return thrown
  const { code, message, details, status, bounds, retryAfter, tokenRejected, final } = thrown
  const options = { details, status, bounds, tokenRejected, final, cause: thrown }
  return new ProviderError(code, message, to, { ...options, ...(retryAfter !== undefined && { retryAfter }) })
}

/**
 * Waits for the read that precedes a change, and returns its result. Whatever became of the read, nothing was changed:
 * if it fails with the outcome `indeterminate`, throws its error with `not_sent`.
 */
export async function readBeforeChange<T>(read: Promise<T>): Promise<T> {
  try {
    return await read
  } catch (error) {
    throw withOutcome(error, { from: 'indeterminate', to: 'not_sent' })
  }
}

/**
 * Waits for the read that follows a change, and returns its result; null if the read fails. Its error would be taken
 * for that of the change, which was made.
 * @throws any error that is not a `ProviderError`
 */
export async function readAfterChange<T>(read: Promise<T>): Promise<T | null> {
  try {
    return await read
  } catch (error) {
    if (error instanceof ProviderError) return null
    throw error
  }
}
