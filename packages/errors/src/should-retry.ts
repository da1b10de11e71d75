import { catalogueRow, type ErrorCode, type RetryAdvice } from './catalogue.ts'
import type { ServiceError } from './service-error.ts'

/** Whether a client may send a request again on its own, by the advice for its error. */
const advised: Readonly<Record<RetryAdvice, boolean>> = {
  never: false,
  backoff: true,
  after: true,
  reconnect: false,
  'with-care': false,
}

/** Codes that last until a reset that can be hours away: a client would wait or fail again and again. */
const lastUntilReset: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['quota_exhausted', 'budget_exhausted'])

/** The value of `X-Should-Retry`: false wherever a write may be stored. */
export function shouldRetry({ code, mayBeStored }: Pick<ServiceError, 'code' | 'mayBeStored'>): boolean {
  return !mayBeStored && !lastUntilReset.has(code) && advised[catalogueRow(code).retry]
}
