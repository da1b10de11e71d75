import type { JsonObject } from './call-context.ts'
import { ProviderError } from './error-rules.ts'

/**
 * Creates the error `connection_expired` with the outcome `not_sent`: the connection can no longer be used, and the
 * user has to authorize the account again. `cause` is logged and never shown to clients.
 */
export function connectionExpired(cause?: unknown): ProviderError {
  return new ProviderError('connection_expired', undefined, 'not_sent', { cause })
}

/**
 * Returns a string that stored credentials must contain under `name`. Throws `connection_expired` if it is missing or
 * empty.
 */
export function storedText(stored: JsonObject, name: string): string {
  const value = stored[name]
  if (typeof value === 'string' && value !== '') return value
  throw connectionExpired(new Error(`the stored credentials lack ${name}`))
}

/** Returns a string that stored credentials may contain under `name`; null if it is missing or empty. */
export function optionalText(stored: JsonObject, name: string): string | null {
  const value = stored[name]
  return typeof value === 'string' && value !== '' ? value : null
}

/** The credentials that most networks need: the tokens of OAuth 2.0. */
export type TokenPair = {
  accessToken: string
  /** Null if the network issued none. */
  refreshToken: string | null
}

/**
 * Returns stored credentials as an access token and an optional refresh token.
 * @throws ProviderError `connection_expired` if the access token is missing
 */
export function parseTokenPair(stored: JsonObject): TokenPair {
  return { accessToken: storedText(stored, 'accessToken'), refreshToken: optionalText(stored, 'refreshToken') }
}
