import { scopesFor } from '@carillon/domain'
import { ServiceError } from '@carillon/errors'
import type { AppCall, JsonObject } from '../call-context.ts'
import type { Dialect } from '../call-network.ts'
import { connectionExpired, type TokenPair } from '../credentials.ts'
import type { CallbackRequest, Completion, ConnectPort, Identity, Refreshed } from '../ports/connect.ts'
import { authorize, exchange, expiryOf, grantedOf, refresh, requireGranted } from './flow.ts'
import type { OAuthSpec, TokenSet } from './spec.ts'

/** The account that the user authorized, besides its tokens and scopes. */
export type Found = Pick<Identity, 'providerId' | 'displayIdentifier' | 'displayName' | 'avatarUrl'> & {
  /** Values to store with the tokens in the credentials, keyed by name. */
  kept?: Readonly<Record<string, string>>
}

/** The properties of one network's connections that its `OAuthSpec` does not cover. */
export interface OAuthConnectOptions {
  /** Reads the account to which the tokens belong from the network. */
  identify(call: AppCall, tokens: TokenSet & { scopes: string[] }): Promise<Found>
  /** The scopes without which the connection is rejected. Those that the app does not request are not required. */
  requiredScopes: readonly string[]
  /** Set if a token response without scopes means that all requested scopes were granted. */
  grantsAllRequested?: true
  /** Whether a connection without a refresh token is rejected. */
  needsRefreshToken: boolean
  /**
   * Interprets the errors of the code exchange; `dialect` of the `OAuthSpec` if omitted. `refreshDialect` does the same
   * for a refresh.
   */
  exchangeDialect?: Dialect
  refreshDialect?: Dialect
  /** The operation that `identify` makes the network bill; omitted if it is free. */
  billed?: Completion['billed']
}

/** Converts a token response to credentials. If `tokens` has no refresh token, `refreshToken` is null. */
function storable(call: AppCall, tokens: TokenSet): Refreshed & { credentials: TokenPair } {
  const { accessToken, refreshToken = null } = tokens
  return { credentials: { accessToken, refreshToken }, tokenExpiresAt: expiryOf(call, tokens) }
}

/**
 * Calls the network to exchange the refresh token for new tokens. Returns the credentials to store, in which all other
 * stored values are kept, and the granted scopes if the network reports any: an empty list, which RFC 6749 does not
 * allow, says nothing about the scopes granted before.
 * @see https://www.rfc-editor.org/rfc/rfc6749#section-5.1 (read 2026-11-29)
 * @throws ProviderError `connection_expired` if there is no refresh token; otherwise the errors of `refresh`
 */
export async function refreshTokens(
  spec: OAuthSpec,
  call: AppCall,
  { refreshToken, ...kept }: TokenPair & JsonObject,
): Promise<Refreshed & { credentials: TokenPair }> {
  if (refreshToken === null) throw connectionExpired(new Error('the connection has no refresh token'))
  const tokens = await refresh(spec, call, refreshToken)
  const { credentials, tokenExpiresAt } = storable(call, tokens)
  const { scopes = [] } = tokens
  return {
    credentials: { ...kept, ...credentials },
    tokenExpiresAt,
    ...(scopes.length > 0 && { granted: grantedOf(spec, scopes) }),
  }
}

/**
 * Builds the connect functions of a network with OAuth 2.0 and refresh tokens. `spec` and `options` describe how the
 * network differs from others.
 */
export function oauthConnect<Credentials extends TokenPair & JsonObject>(
  spec: OAuthSpec,
  options: OAuthConnectOptions,
): Pick<ConnectPort<Credentials>, 'authorize' | 'complete' | 'refresh'> {
  const exchangeSpec = { ...spec, dialect: options.exchangeDialect ?? spec.dialect }
  const refreshSpec = { ...spec, dialect: options.refreshDialect ?? spec.dialect }

  async function complete(call: AppCall, request: CallbackRequest): Promise<Completion> {
    const tokens = await exchange(exchangeSpec, call, request)
    const identity = await identityOf(call, tokens, { ...options, login: spec.login })
    return { identities: [identity], select: false, ...(options.billed && { billed: options.billed }) }
  }

  return {
    async authorize(call, request) {
      return authorize(spec, call.app, request)
    },
    complete,
    refresh: (call, credentials) => refreshTokens(refreshSpec, call, credentials),
  }
}

/**
 * Builds the identity to store from a token response. Users can decline scopes, so the scopes of the token response are
 * authoritative; an empty list means that nothing was granted.
 * @throws ServiceError `missing_scope` if a required scope was not granted; `provider_error` if a required refresh
 *   token is missing; any error of `identify`
 */
async function identityOf(
  call: AppCall,
  tokens: TokenSet,
  options: OAuthConnectOptions & Pick<OAuthSpec, 'login'>,
): Promise<Identity> {
  const requested = scopesFor(options.login, call.app.features)
  const scopes = [...(tokens.scopes ?? (options.grantsAllRequested ? requested : []))]
  requireGranted(
    scopes,
    options.requiredScopes.filter((scope) => requested.includes(scope)),
  )
  if (options.needsRefreshToken && tokens.refreshToken === undefined) {
    throw new ServiceError(
      'provider_error',
      'The platform returned no refresh token. Start connecting the account again.',
    )
  }
  const { credentials, tokenExpiresAt } = storable(call, tokens)
  const { kept, ...account } = await options.identify(call, { ...tokens, scopes })
  return { ...account, ...grantedOf(options, scopes), credentials: { ...credentials, ...kept }, tokenExpiresAt }
}
