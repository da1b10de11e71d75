export interface AuthCode {
  openId: string
  clientId: string
  redirectUri: string
  scopes: string[]
  /** Milliseconds since the epoch. */
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
  /** The expiry of the refresh token in ms since the epoch. */
  refreshExpiresAt: number
  refreshes: number
  revoked: boolean
}
