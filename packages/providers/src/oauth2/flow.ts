import { scopesFor } from '@carillon/domain'
import { ServiceError } from '@carillon/errors'
import type { OutboundResponse } from '@carillon/outbound'
import type { App, AppCall } from '../call-context.ts'
import { callNetwork } from '../call-network.ts'
import type { Authorization, AuthorizationRequest, CallbackRequest, Granted } from '../ports/connect.ts'
import { makePkce } from './pkce.ts'
import type { OAuthSpec, TokenSet } from './spec.ts'

/**
 * Returns the app's client id and secret.
 * @throws ServiceError `provider_not_configured` if one of them is not set
 */
export function clientOf(app: App): { clientId: string; clientSecret: string } {
  const { clientId, clientSecret } = app.secrets
  if (clientId && clientSecret) return { clientId, clientSecret }
  throw new ServiceError('provider_not_configured', 'This deployment has no app credentials for the platform.')
}

/**
 * Builds the URL to which the user is sent to authorize the app, with the scopes of the app's features. Makes no call.
 * If the network supports PKCE, a new verifier is in `kept`, for `exchange`.
 * @throws ServiceError `provider_not_configured` if the app's client id or secret is not set
 */
export function authorize(spec: OAuthSpec, app: App, request: AuthorizationRequest): Authorization {
  const { clientId } = clientOf(app)
  const url = new URL(spec.authorizeUrl(app))
  const pkce = spec.pkce ? makePkce() : undefined
  const parameters = {
    [spec.clientIdParameter ?? 'client_id']: clientId,
    response_type: 'code',
    redirect_uri: request.redirectUri,
    scope: scopesFor(spec.login, app.features).join(spec.scopeSeparator),
    state: request.state,
    ...spec.authorizeParameters,
    ...(pkce && { code_challenge: pkce.challenge, code_challenge_method: 'S256' }),
  }
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  return { authorizationUrl: url.href, state: request.state, kept: pkce ? { verifier: pkce.verifier } : {} }
}

/**
 * Returns the authorization code of a callback.
 * @throws ServiceError `missing_scope` if the user declined, `provider_error` if the network returned another error,
 *   such as for a scope that the app may not request, or no code
 */
export function codeOf({ parameters }: Pick<CallbackRequest, 'parameters'>): string {
  const { code, error } = parameters
  if (error === 'access_denied') {
    throw new ServiceError('missing_scope', 'The user did not authorize the account.')
  }
  if (error === 'invalid_scope') {
    const message =
      'The platform ended the authorization: the app requests a permission for which it is not approved. The operator of this deployment must request fewer permissions, with the setting …_FEATURES of the platform.'
    throw new ServiceError('provider_error', message)
  }
  if (error || !code)
    throw new ServiceError(
      'provider_error',
      'The platform ended the authorization with an error. Start connecting the account again.',
    )
  return code
}

/**
 * Calls the network to exchange the authorization code of a callback for tokens.
 * @throws ServiceError `missing_scope` if the user declined, `provider_error` if the callback contains another error or
 *   no code, `provider_not_configured` if the client id or secret is not set; ProviderError translated by
 *   `spec.dialect` if the network rejects the code, or the error of `callNetwork` or `spec.tokens` if no response with
 *   tokens arrives
 */
export async function exchange(spec: OAuthSpec, call: AppCall, request: CallbackRequest): Promise<TokenSet> {
  const verifier = request.kept['verifier']
  const response = await postToClientEndpoint(spec, call, {
    url: spec.tokenUrl(call.app),
    operation: 'oauth.token',
    fields: {
      grant_type: 'authorization_code',
      [spec.codeParameter ?? 'code']: codeOf(request),
      redirect_uri: request.redirectUri,
      ...(typeof verifier === 'string' && { code_verifier: verifier }),
    },
  })
  return spec.tokens(response)
}

/**
 * Calls the network to exchange a refresh token for new tokens. If the response has no new refresh token, the result
 * contains the old one. `call.signal` must not abort when a client disconnects: the old token may be used up once the
 * request was sent, so that the response has to be stored.
 * @throws ProviderError translated by `spec.dialect` if the network rejects the token, or the error of `callNetwork` or
 *   `spec.tokens` if no response with tokens arrives; ServiceError `provider_not_configured` if the client id or secret
 *   is not set
 */
export async function refresh(spec: OAuthSpec, call: AppCall, refreshToken: string): Promise<TokenSet> {
  const response = await postToClientEndpoint(spec, call, {
    url: (spec.refreshUrl ?? spec.tokenUrl)(call.app),
    operation: 'oauth.refresh',
    fields: { grant_type: 'refresh_token', refresh_token: refreshToken },
  })
  return { refreshToken, ...spec.tokens(response) }
}

/**
 * Calls the network to revoke a token. Does nothing if `spec` has no `revokeUrl`.
 * @throws ProviderError translated by `spec.dialect` if the network rejects the call, or the error of `callNetwork` if
 *   no response arrives; ServiceError `provider_not_configured` if the client id or secret is not set
 */
export async function revoke(spec: OAuthSpec, call: AppCall, token: string): Promise<void> {
  if (!spec.revokeUrl) return
  const fields = spec.revocation?.(token) ?? { token }
  await postToClientEndpoint(spec, call, { url: spec.revokeUrl(call.app), operation: 'oauth.revoke', fields })
}

function postToClientEndpoint(
  spec: OAuthSpec,
  call: AppCall,
  { url, operation, fields }: { url: string; operation: string; fields: Record<string, string> },
): Promise<OutboundResponse> {
  const { clientId, clientSecret } = clientOf(call.app)
  const basic = spec.clientAuthentication === 'basic'
  const body = basic ? fields : { client_id: clientId, client_secret: clientSecret, ...fields }
  const json = spec.body === 'json'
  return callNetwork(call, spec.dialect, {
    method: 'POST',
    url,
    operation,
    timeoutMs: 10_000,
    headers: {
      'content-type': json ? 'application/json' : 'application/x-www-form-urlencoded',
      ...(basic && { authorization: `Basic ${basicPair(clientId, clientSecret)}` }),
    },
    body: json ? JSON.stringify(body) : new URLSearchParams(body).toString(),
  })
}

/**
 * Returns client id and secret in Base64 for Basic authentication; both are percent-encoded before they are joined.
 * @see https://www.rfc-editor.org/rfc/rfc6749#section-2.3.1 (read 2026-11-20)
 */
function basicPair(clientId: string, clientSecret: string): string {
  return Buffer.from(`${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`).toString('base64')
}

/** Returns when an access token expires; null if the network reported no lifetime. */
export function expiryOf(call: Pick<AppCall, 'now'>, { expiresIn }: Pick<TokenSet, 'expiresIn'>): Date | null {
  return expiresIn === undefined ? null : new Date(call.now().getTime() + expiresIn * 1000)
}

/**
 * Checks that all required scopes were granted.
 * @throws ServiceError `missing_scope` with a message that names the missing scopes
 */
export function requireGranted(granted: readonly string[], required: readonly string[]): void {
  const withheld = notGrantedScopes(required, granted)
  if (withheld.length === 0) return
  throw new ServiceError('missing_scope', `The user did not grant: ${withheld.join(', ')}.`)
}

/** Returns the wanted scopes that were not granted, in the order of `wanted`; an empty list if all were granted. */
export function notGrantedScopes(wanted: readonly string[], granted: readonly string[]): string[] {
  return wanted.filter((scope) => !granted.includes(scope))
}

/** Returns the granted scopes, and as `missingScopes` the scopes of the login that were not granted. */
export function grantedOf({ login }: Pick<OAuthSpec, 'login'>, scopes: string[]): Granted {
  return { scopes, missingScopes: notGrantedScopes(scopesFor(login), scopes) }
}
