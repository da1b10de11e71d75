/**
 * An error response of the token, revocation and token info endpoints: `error` and `error_description` at the top
 * level, unlike the errors of the APIs.
 */
export class OAuthError extends Error {
  readonly status: number
  readonly code: string

  constructor(status: number, code: string, description: string) {
    super(description)
    this.status = status
    this.code = code
  }
}

/** Builds the token endpoint's response to an invalid or expired code or refresh token. */
export function invalidGrant(description = 'Bad Request'): OAuthError {
  return new OAuthError(400, 'invalid_grant', description)
}
