import type { JsonObject } from './call-context.ts'
import { ProviderError } from './error-rules.ts'

/** The error of a connection that can no longer be used; the user has to authorize the account again. */
export function connectionExpired(cause?: unknown): ProviderError {
  return new ProviderError('connection_expired', undefined, 'not_sent', { cause })
}

/** A text that stored credentials must have. Throws `connection_expired` when it is missing. */
export function storedText(stored: JsonObject, name: string): string {
  const value = stored[name]
  if (typeof value === 'string' && value !== '') return value
  throw connectionExpired(new Error(`the stored credentials lack ${name}`))
}

/** A text that stored credentials may have; null when it is missing. */
export function optionalText(stored: JsonObject, name: string): string | null {
  const value = stored[name]
  return typeof value === 'string' && value !== '' ? value : null
}

/** The credentials that most networks need. */
export type TokenPair = {
  accessToken: string
  /** Null where the network gave none. */
  refreshToken: string | null
}

/**
 * Reads stored credentials as an access token and an optional refresh token.
 * @throws if the access token is missing
 */
export function parseTokenPair(stored: JsonObject): TokenPair {
  return { accessToken: storedText(stored, 'accessToken'), refreshToken: optionalText(stored, 'refreshToken') }
}
