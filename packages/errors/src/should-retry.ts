import { catalogueRow, type ErrorCode, type RetryAdvice } from './catalogue.ts'
import type { ServiceError } from './service-error.ts'

/** Whether a client may send a request again on its own, keyed by the advice for the error. */
const advised: Readonly<Record<RetryAdvice, boolean>> = {
  never: false,
  backoff: true,
  after: true,
  reconnect: false,
  'with-care': false,
}

/** Codes of errors that last until a reset, which can be hours away: a client would wait or fail again and again. */
const lastUntilReset: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['quota_exhausted', 'budget_exhausted'])

/**
 * Returns the value of the response header `X-Should-Retry`: whether clients may send the request again on their own.
 * Always false if a write may have been stored, and for a quota or budget that is used up.
 */
export function shouldRetry({ code, mayBeStored }: Pick<ServiceError, 'code' | 'mayBeStored'>): boolean {
  return !mayBeStored && !lastUntilReset.has(code) && advised[catalogueRow(code).retry]
}
