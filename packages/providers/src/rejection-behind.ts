import { ProviderError } from './error-rules.ts'
import { type Fields, objectOf } from './json.ts'

/**
 * Returns the rejection of a network from which `translate` created a `ProviderError`, with its `status` and the
 * network's own codes in `fields`; for any other error, `status` is undefined and `fields` is `{}`.
 */
export function rejectionBehind(thrown: unknown): { status: unknown; fields: Fields } {
  const { status, fields } = thrown instanceof ProviderError ? objectOf(thrown.cause) : {}
  return { status, fields: objectOf(fields) }
}
