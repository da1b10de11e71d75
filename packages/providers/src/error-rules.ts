import { type ErrorCode, ServiceError, type ServiceErrorOptions } from '@carillon/errors'

/**
 * Whether a failed call changed something at the network: `rejected` and `not_sent` did not, `indeterminate`
 * may have. A write is retried or given up only on the first two.
 */
export type Outcome = 'rejected' | 'not_sent' | 'indeterminate'

/** A failure at a network, in our words. */
export class ProviderError extends ServiceError {
  readonly outcome: Outcome
  /** The network did not accept the access token: refreshing it once may help. */
  readonly tokenRejected: boolean
  /** The network's final decision on something that it had accepted: another query changes nothing. */
  readonly final: boolean

  /** Without a message it has the code's default message. */
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

/** A field of the request that is missing or invalid: no call was made to the network. */
export function fieldRejection(field: string, message: string): ProviderError {
  const details = [{ path: [field], message }]
  return new ProviderError('invalid_request', `${field}: ${message}`, 'not_sent', { details })
}

/** A network's rejection, flattened to the fields that its rules match. */
export interface Rejection {
  status: number
  /** The network's own code, subcode, reason … by name. */
  fields: Readonly<Record<string, string | number | undefined>>
  /** The network's explanation, shown to callers only with `provider_rejected`. */
  explanation?: string
  retryAfter?: number
}

export interface ErrorRule {
  /** Every field named here must equal the rejection's (`status` included) or be among the listed values. */
  match: Readonly<Record<string, string | number | readonly (string | number)[]>>
  code: ErrorCode
  /** One of the code's statuses; its first one if omitted. */
  status?: number
  /**
   * The public message; the code's default if omitted. With `provider_rejected` the network's explanation precedes
   * it.
   */
  message?: string
  outcome?: Outcome
  /** Set if the access token itself was rejected, not a missing permission. */
  tokenRejected?: boolean
  /** Set where the network will not change its mind, as of a post that it failed to process. */
  final?: boolean
  /** Seconds to wait where the network names none. */
  retryAfter?: number
  /** Shown to the caller as it is. */
  details?: Readonly<Record<string, unknown>>
  /** A rejection that this rule is for, as documented; tests run it through the table. */
  sample: unknown
}

const maxExplanation = 500

/** A network's words made fit to show: control characters out, length capped. */
export function safeExplanation(explanation: string): string {
  return explanation
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, maxExplanation)
}

/**
 * The rules with every other code than these replaced by `provider_error`, for operations that do not know the others.
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

/** The status alone determines the outcome: a 4xx was rejected, any other call may have taken effect. */
function outcomeOf(status: number): Outcome {
  return status >= 400 && status < 500 && status !== 408 ? 'rejected' : 'indeterminate'
}

/** The first rule that fits a rejection. */
export function matchingRule(rules: readonly ErrorRule[], rejection: Rejection): ErrorRule | undefined {
  return rules.find((candidate) => matches(candidate, rejection))
}

/** The first rule that fits a rejection decides; without one it is a `provider_error`. */
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
 * The outcome of any failure of a call: what is no `ProviderError` came before or after the network and is
 * indeterminate.
 */
export function outcomeOfFailure(thrown: unknown): Outcome {
  return thrown instanceof ProviderError ? thrown.outcome : 'indeterminate'
}
