import { OAuthError } from './oauth-error.ts'

/** Checks the credentials of OAuth clients. */
export interface Clients {
  /** Throws an `OAuthError` unless the client is known and the secret is that client's. */
  check(clientId: string, clientSecret: string): void
}

/**
 * Creates the check of client ids and secrets.
 * @param registered the secrets, keyed by client id; without it, every client is accepted, and the first secret that it
 *   sends is its secret from then on
 */
export function createClients(registered?: Readonly<Record<string, string>>): Clients {
  const secrets = new Map(Object.entries(registered ?? {}))
  return {
    check(clientId, clientSecret) {
      if (registered === undefined && !secrets.has(clientId)) secrets.set(clientId, clientSecret)
      const secret = secrets.get(clientId)
      if (secret === undefined) throw new OAuthError(401, 'invalid_client', 'The OAuth client was not found.')
      if (secret !== clientSecret) throw new OAuthError(401, 'invalid_client', 'Unauthorized')
    },
  }
}

/** Decodes a part of a Basic header. Throws an `OAuthError` if its percent-encoding is malformed. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    throw new OAuthError(400, 'invalid_request', 'The HTTP Basic credentials cannot be decoded.')
  }
}

/**
 * Returns the client id and secret of a token request, from the form or from HTTP Basic authentication, which Google
 * accepts too.
 * @throws OAuthError if one is missing or cannot be decoded
 */
export function readClient(
  form: Record<string, string>,
  authorization: string | undefined,
): { clientId: string; clientSecret: string } {
  const basic = /^Basic (.+)$/i.exec(authorization ?? '')?.[1]
  const [id = '', ...secret] = Buffer.from(basic ?? '', 'base64')
    .toString('utf8')
    .split(':')
  const clientId = form['client_id'] ?? decoded(id)
  const clientSecret = form['client_secret'] ?? decoded(secret.join(':'))
  if (clientId === '') throw new OAuthError(400, 'invalid_request', 'Could not determine client ID from request.')
  if (clientSecret === '') throw new OAuthError(400, 'invalid_request', 'client_secret is missing.')
  return { clientId, clientSecret }
}
