import { scopesFor } from '@carillon/domain'
import { ServiceError } from '@carillon/errors'
import type { AppCall, JsonObject } from '../call-context.ts'
import type { Dialect } from '../call-network.ts'
import { connectionExpired, type TokenPair } from '../credentials.ts'
import type { Completion, ConnectPort, Identity, Refreshed } from '../ports/connect.ts'
import { authorize, exchange, expiryOf, notGrantedScopes, refresh, requireGranted } from './flow.ts'
import { asSessionError } from './session-error.ts'
import type { OAuthSpec, TokenSet } from './spec.ts'

/** The account that was authorized. Scopes and lifetime come from the token response. */
export type Found = Pick<Identity, 'providerId' | 'displayIdentifier' | 'displayName' | 'avatarUrl'> & {
  /** Values stored beside the tokens. */
  kept?: Readonly<Record<string, string>>
}

export interface OAuthConnectOptions {
  /** Reads the account to which the tokens belong. */
  identify(call: AppCall, tokens: TokenSet & { scopes: string[] }): Promise<Found>
  /** Scopes without which the connection is rejected, unless the app does not request them. */
  requiredScopes: readonly string[]
  /** Set if a token response without scopes means that all requested scopes were granted. */
  grantsAllRequested?: true
  /** Whether a connection without a refresh token is rejected. */
  needsRefreshToken: boolean
  /** How errors of the code exchange and of a refresh are read; those of the spec when omitted. */
  exchangeDialect?: Dialect
  refreshDialect?: Dialect
  billed?: Completion['billed']
}

/**
 * Converts a token response for storing. A response to a refresh may omit the refresh token, which then stays valid.
 */
function storable(call: AppCall, tokens: TokenSet): Refreshed & { credentials: TokenPair } {
  const { accessToken, refreshToken = null } = tokens
  return { credentials: { accessToken, refreshToken }, tokenExpiresAt: expiryOf(call, tokens) }
}

/** Exchanges the refresh token for new tokens; all other stored values are kept. */
export async function refreshTokens(
  spec: OAuthSpec,
  call: AppCall,
  { refreshToken, ...kept }: TokenPair & JsonObject,
): Promise<Refreshed & { credentials: TokenPair }> {
  if (refreshToken === null) throw connectionExpired(new Error('the connection has no refresh token'))
  const tokens = await refresh(spec, call, refreshToken)
  const { credentials, tokenExpiresAt } = storable(call, tokens)
  return { credentials: { ...kept, ...credentials }, tokenExpiresAt, ...(tokens.scopes && { scopes: tokens.scopes }) }
}

/**
 * Builds the connect port of a network with OAuth 2.0 and refresh tokens; `spec` and `options` hold the differences
 * between networks.
 */
export function oauthConnect<Credentials extends TokenPair & JsonObject>(
  spec: OAuthSpec,
  options: OAuthConnectOptions,
): Pick<ConnectPort<Credentials>, 'authorize' | 'complete' | 'refresh'> {
  const exchangeSpec = { ...spec, dialect: options.exchangeDialect ?? spec.dialect }
  const refreshSpec = { ...spec, dialect: options.refreshDialect ?? spec.dialect }
  return {
    async authorize(call, request) {
      return authorize(spec, call.app, request)
    },
    async complete(call, request) {
      try {
        const tokens = await exchange(exchangeSpec, call, request)
        const identity = await identityOf(call, tokens, { ...options, login: spec.login })
        return { identities: [identity], select: false, ...(options.billed && { billed: options.billed }) }
      } catch (error) {
        throw asSessionError(error)
      }
    },
    refresh: (call, credentials) => refreshTokens(refreshSpec, call, credentials),
  }
}

/** Users can withhold scopes, so the response decides which were granted. */
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
  const missingScopes = notGrantedScopes(scopesFor(options.login), scopes)
  return { ...account, scopes, missingScopes, credentials: { ...credentials, ...kept }, tokenExpiresAt }
}
