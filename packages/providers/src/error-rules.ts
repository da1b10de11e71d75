import { type ErrorCode, ServiceError, type ServiceErrorOptions } from '@carillon/errors'

/**
 * Whether a failed call changed something at the network: `refused` and `unsent` did not, `unclear` may have.
 * A publish is tried again or given up only on the first two.
 */
export type Outcome = 'refused' | 'unsent' | 'unclear'

/** A failure at a network, in our words. */
export class ProviderError extends ServiceError {
  readonly outcome: Outcome
  /** The network did not accept the access token: refreshing it once may help. */
  readonly tokenRefused: boolean
  /** The network's last word on something that it had taken in: asking again changes nothing. */
  readonly final: boolean

  constructor(
    code: ErrorCode,
    message: string,
    outcome: Outcome,
    options: ServiceErrorOptions & { tokenRefused?: boolean; final?: boolean } = {},
  ) {
    super(code, message, options)
    this.name = 'ProviderError'
    this.outcome = outcome
    this.tokenRefused = options.tokenRefused ?? false
    this.final = options.final ?? false
  }
}

/** What a network said of a refusal, flattened to the fields that its rules look at. */
export interface Refusal {
  status: number
  /** The network's own code, subcode, reason … by name. */
  fields: Readonly<Record<string, string | number | undefined>>
  /** The network's explanation, shown to callers only with `provider_rejected`. */
  explanation?: string
  retryAfter?: number
}

export interface ErrorRule {
  /** Every field named here must equal the refusal's (`status` included) or be among the listed values. */
  match: Readonly<Record<string, string | number | readonly (string | number)[]>>
  code: ErrorCode
  /** What the caller is told; with `provider_rejected` the network's explanation goes before it. */
  message: string
  outcome?: Outcome
  /** Set where the access token itself was refused, not what it may do. */
  tokenRefused?: boolean
  /** Set where the network will not change its mind, as of a post that it failed to process. */
  final?: boolean
  /** Seconds to wait where the network names none. */
  retryAfter?: number
  /** A refusal that this rule is for, as documented; tests run it through the table. */
  sample: unknown
}

const longestExplanation = 500

/** A network's words made fit to show: control characters out, length capped. */
export function presentable(explanation: string): string {
  return explanation
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, longestExplanation)
}

function matches(rule: ErrorRule, refusal: Refusal): boolean {
  return Object.entries(rule.match).every(([field, wanted]) => {
    const actual = field === 'status' ? refusal.status : refusal.fields[field]
    return actual !== undefined && [wanted].flat().includes(actual)
  })
}

/** A status alone tells whether anything can have happened: a 4xx was refused, anything else may have worked. */
function outcomeOf(status: number): Outcome {
  return status >= 400 && status < 500 && status !== 408 ? 'refused' : 'unclear'
}

/** The first rule that fits a refusal decides; without one it is a `provider_error`. */
export function translate(rules: readonly ErrorRule[], refusal: Refusal, cause?: unknown): ProviderError {
  const rule = rules.find((candidate) => matches(candidate, refusal))
  const outcome = rule?.outcome ?? outcomeOf(refusal.status)
  const retryAfter = refusal.retryAfter ?? rule?.retryAfter
  const options = {
    cause: cause ?? refusal,
    tokenRefused: rule?.tokenRefused ?? false,
    final: rule?.final ?? false,
    ...(retryAfter !== undefined && { retryAfter }),
  }
  if (!rule) return new ProviderError('provider_error', 'The network failed to answer the request.', outcome, options)
  const explained = rule.code === 'provider_rejected' && refusal.explanation
  const message = explained ? `${presentable(explained)} ${rule.message}`.trim() : rule.message
  return new ProviderError(rule.code, message, outcome, options)
}

/** The outcome of any failure of a call: what is no `ProviderError` came before or after the network and is unclear. */
export function outcomeOfFailure(thrown: unknown): Outcome {
  return thrown instanceof ProviderError ? thrown.outcome : 'unclear'
}
