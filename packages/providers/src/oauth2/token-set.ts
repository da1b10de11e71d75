import { ProviderError } from '../error-rules.ts'
import { type Fields, textOf } from '../json.ts'
import type { TokenSet } from './spec.ts'

/**
 * Returns the tokens in the fields of a token response, which are named as in RFC 6749. A lifetime that is not a
 * positive number is omitted.
 * @param options.from the name of the network, for the message
 * @throws ProviderError `provider_error` with the outcome `indeterminate` if the access token is missing
 */
export function tokenSetIn(raw: Fields, options: { from: string; scopeSeparator: ' ' | ',' }): TokenSet {
  const accessToken = textOf(raw['access_token'])
  if (accessToken === null)
    throw new ProviderError('provider_error', `${options.from} returned no access token.`, 'indeterminate')
  const refreshToken = textOf(raw['refresh_token'])
  const { scope } = raw
  const expiresIn = Number(raw['expires_in'])
  return {
    accessToken,
    ...(refreshToken !== null && { refreshToken }),
    ...(typeof scope === 'string' && { scopes: scope.split(options.scopeSeparator).filter((one) => one !== '') }),
    ...(expiresIn > 0 && { expiresIn }),
    raw,
  }
}
