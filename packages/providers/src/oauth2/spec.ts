import type { LoginScopes } from '@carillon/domain'
import type { OutboundAnswer } from '@carillon/outbound'
import type { App } from '../call-context.ts'
import type { Dialect } from '../call-network.ts'

/** What a token endpoint answered, in one shape. */
export interface TokenSet {
  accessToken: string
  /** Absent where the network gives none, or keeps the one it gave. */
  refreshToken?: string
  scopes?: string[]
  /** Seconds. */
  expiresIn?: number
  /** The whole answer, for what only this network says. */
  raw: Record<string, unknown>
}

/** How a network does OAuth 2.0: each oddity is a field, none an `if` in the flow. */
export interface OAuthSpec {
  dialect: Dialect
  authorizeUrl(app: App): string
  tokenUrl(app: App): string
  /** Where refreshing has an address of its own. */
  refreshUrl?(app: App): string
  revokeUrl?(app: App): string
  /** What users are asked for; the app's features choose among it. */
  login: LoginScopes
  scopeSeparator: ' ' | ','
  /** Whether the network takes a PKCE challenge. */
  pkce: boolean
  /** The client's name in the authorization address; `client_id` when left out. */
  clientIdParameter?: string
  /** Further parameters of the authorization address. */
  authorizeParameters?: Readonly<Record<string, string>>
  /** The code's name in the exchange; `code` when left out. */
  codeParameter?: string
  body: 'form' | 'json'
  /** Whether client id and secret go into a Basic header or into the body. */
  clientAuthentication: 'basic' | 'body'
  /** Takes the tokens out of the answer. */
  tokens(answer: OutboundAnswer): TokenSet
  /** Body fields of the request that revokes a token, besides the client authentication; `{token}` when left out. */
  revocation?(accessToken: string): Record<string, string>
}
