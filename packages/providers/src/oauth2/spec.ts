import type { LoginScopes } from '@carillon/domain'
import type { OutboundResponse } from '@carillon/outbound'
import type { App } from '../call-context.ts'
import type { Dialect } from '../call-network.ts'

/** The contents of a token response, in the same form for all networks. */
export interface TokenSet {
  accessToken: string
  /** Omitted if the network issues none, or if the previous one stays valid. */
  refreshToken?: string
  /** The granted scopes; omitted if the response has no `scope`, and empty if it has an empty one. */
  scopes?: string[]
  /** Lifetime of the access token in seconds; omitted if the network reports none. */
  expiresIn?: number
  /** All fields of the response, for values that only one network returns. */
  raw: Record<string, unknown>
}

/**
 * Describes how one network implements OAuth 2.0. Each difference between networks is a field here, not a branch in the
 * code.
 */
export interface OAuthSpec {
  /** Interprets the responses of the token and revoke endpoints. */
  dialect: Dialect
  /** Returns the URL of the consent page, without parameters. */
  authorizeUrl(app: App): string
  /** Returns the URL that exchanges authorization codes for tokens. */
  tokenUrl(app: App): string
  /** The URL for refreshing tokens; `tokenUrl` if omitted. */
  refreshUrl?(app: App): string
  /** The URL for revoking a token. If omitted, nothing is revoked. */
  revokeUrl?(app: App): string
  /** The scopes that can be requested; the app's features determine which of them are. */
  login: LoginScopes
  scopeSeparator: ' ' | ','
  /** Whether the network supports PKCE. */
  pkce: boolean
  /** The name of the client id in the authorization URL; `client_id` if omitted. */
  clientIdParameter?: string
  /** Additional parameters of the authorization URL. */
  authorizeParameters?: Readonly<Record<string, string>>
  /** The name of the authorization code in the exchange; `code` if omitted. */
  codeParameter?: string
  /** The format of requests to the token and revoke endpoints. */
  body: 'form' | 'json'
  /** Whether client id and secret are sent with Basic authentication or in the body. */
  clientAuthentication: 'basic' | 'body'
  /** Returns the tokens of a token response. */
  tokens(response: OutboundResponse): TokenSet
  /**
   * Returns the body fields of the request that revokes a token, besides the client's credentials; `{token}` if
   * omitted.
   */
  revocation?(accessToken: string): Record<string, string>
}
