import { rejectionBehind } from '../rejection-behind.ts'

/**
 * Returns the Graph API's `code` and `subcode` that a `ProviderError` was translated from; both are undefined for any
 * other error, or if the response had none.
 */
export function codesOf(thrown: unknown): { code?: unknown; subcode?: unknown } {
  return rejectionBehind(thrown).fields
}
