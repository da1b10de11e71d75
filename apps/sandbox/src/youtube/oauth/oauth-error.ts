/** A rejection of the token, revoke or tokeninfo endpoint: flat JSON, unlike the APIs' envelope. */
export class OAuthError extends Error {
  readonly status: number
  readonly code: string

  constructor(status: number, code: string, description: string) {
    super(description)
    this.status = status
    this.code = code
  }
}

/** The token endpoint's response to an invalid or expired code or refresh token. */
export function invalidGrant(description = 'Bad Request'): OAuthError {
  return new OAuthError(400, 'invalid_grant', description)
}
