import type { XApp } from '../options.ts'

/**
 * Thrown to reject an OAuth request with this HTTP `status`. The response has `error` and, from the message,
 * `error_description`.
 */
export class OAuthRejection extends Error {
  readonly status: number
  readonly error: string

  constructor(error: string, description: string, status = 400) {
    super(description)
    this.error = error
    this.status = status
  }
}

function fromHeader(header: string): { id: string; secret: string } {
  const [, encoded] = /^Basic ([A-Za-z0-9+/]+={0,2})$/i.exec(header) ?? []
  if (encoded === undefined) throw new OAuthRejection('unauthorized_client', 'Missing valid authorization header', 401)
  const [id = '', ...secret] = Buffer.from(encoded, 'base64').toString('utf8').split(':')
  return { id, secret: secret.join(':') }
}

/**
 * Returns the app that sent a token request: a confidential client by its Basic header, a public one by `client_id` in
 * the body.
 * @throws OAuthRejection if the client is unknown, or its credentials are missing or wrong
 * @see https://docs.x.com/fundamentals/authentication/oauth-2-0/user-access-token (read 2026-11-20)
 */
export function authenticateClient(apps: XApp[], header: string | undefined, form: Record<string, string>): XApp {
  const named = form['client_id']
  if (header === undefined) {
    if (named === undefined) throw new OAuthRejection('invalid_request', 'Missing required parameter [client_id].')
    const app = apps.find(({ clientId }) => clientId === named)
    if (app === undefined) throw new OAuthRejection('invalid_request', 'Value passed for the client id was invalid.')
    if (app.clientSecret !== null) {
      throw new OAuthRejection('unauthorized_client', 'Missing valid authorization header', 401)
    }
    return app
  }
  const { id, secret } = fromHeader(header)
  const app = apps.find(({ clientId, clientSecret }) => clientId === id && clientSecret === secret)
  if (app === undefined || (named !== undefined && named !== id)) {
    throw new OAuthRejection('unauthorized_client', 'Missing valid authorization header', 401)
  }
  return app
}
