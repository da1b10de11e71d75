import { type Outcome, ProviderError } from './error-rules.ts'

/** Returns a copy of a `ProviderError` with the outcome `to` if its outcome is `from`; any other value unchanged. */
export function withOutcome(thrown: unknown, { from, to }: { from: Outcome; to: Outcome }): unknown {
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
