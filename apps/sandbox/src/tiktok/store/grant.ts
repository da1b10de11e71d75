export interface AuthCode {
  openId: string
  clientId: string
  redirectUri: string
  scopes: string[]
  expiresAt: number
  used: boolean
}

/** The scopes that one user granted to one app, with the tokens issued for them. */
export interface Grant {
  openId: string
  clientId: string
  scopes: string[]
  /** The expiry of each access token in ms since the epoch, keyed by token. */
  accessTokens: Map<string, number>
  refreshToken: string
  refreshExpiresAt: number
  refreshes: number
  revoked: boolean
}
