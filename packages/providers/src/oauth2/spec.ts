import type { LoginScopes } from '@carillon/domain'
import type { OutboundResponse } from '@carillon/outbound'
import type { App } from '../call-context.ts'
import type { Dialect } from '../call-network.ts'

/** The contents of a token response, in the same form for all networks. */
export interface TokenSet {
  accessToken: string
  /** Missing if the network issues none, or keeps the previous one. */
  refreshToken?: string
  scopes?: string[]
  /** Lifetime of the access token in seconds. */
  expiresIn?: number
  /** All fields of the response, for those that only this network has. */
  raw: Record<string, unknown>
}

/** How a network implements OAuth 2.0. Each deviation is a field here rather than a branch in the flow. */
export interface OAuthSpec {
  dialect: Dialect
  authorizeUrl(app: App): string
  tokenUrl(app: App): string
  /** The URL for refreshing, where it differs from that for exchanging a code. */
  refreshUrl?(app: App): string
  revokeUrl?(app: App): string
  /** The scopes that can be requested; the app's features select among them. */
  login: LoginScopes
  scopeSeparator: ' ' | ','
  /** Whether the network supports PKCE. */
  pkce: boolean
  /** The name of the client id in the authorization URL; `client_id` when omitted. */
  clientIdParameter?: string
  /** Additional parameters of the authorization URL. */
  authorizeParameters?: Readonly<Record<string, string>>
  /** The name of the code in the exchange; `code` when omitted. */
  codeParameter?: string
  body: 'form' | 'json'
  /** Whether client id and secret are sent as Basic authentication or in the body. */
  clientAuthentication: 'basic' | 'body'
  /** Reads the tokens from a response. */
  tokens(response: OutboundResponse): TokenSet
  /** Body fields of the request that revokes a token, besides the client's credentials; `{token}` when omitted. */
  revocation?(accessToken: string): Record<string, string>
}
