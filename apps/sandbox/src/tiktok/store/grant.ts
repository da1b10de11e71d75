export interface AuthCode {
  openId: string
  clientId: string
  redirectUri: string
  scopes: string[]
  expiresAt: number
  used: boolean
}

/** What one person allowed one app, with the tokens that stand for it. */
export interface Grant {
  openId: string
  clientId: string
  scopes: string[]
  /** Token to the moment it expires, milliseconds. */
  accessTokens: Map<string, number>
  refreshToken: string
  refreshExpiresAt: number
  refreshes: number
  revoked: boolean
}
