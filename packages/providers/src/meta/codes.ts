import { ProviderError } from '../error-rules.ts'
import { objectOf } from '../json.ts'

/** Graph's code and subcode behind a failure, where the response had any. */
export function codesOf(thrown: unknown): { code?: unknown; subcode?: unknown } {
  return thrown instanceof ProviderError ? objectOf(objectOf(thrown.cause)['fields']) : {}
}
