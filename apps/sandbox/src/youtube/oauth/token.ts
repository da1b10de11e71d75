import { createHash } from 'node:crypto'
import type { Request } from 'express'
import { type Clients, readClient } from './client.ts'
import { needed, only, readForm } from './form.ts'
import type { Consent, Grants, Issued } from './grants.ts'
import { invalidGrant, OAuthError } from './oauth-error.ts'

interface Dependencies {
  grants: Grants
  clients: Clients
}

type Form = Record<string, string>

const grantTypes: Record<
  string,
  { parameters: readonly string[]; handle: (form: Form, clientId: string, dependencies: Dependencies) => Issued }
> = {
  authorization_code: { parameters: ['code', 'redirect_uri', 'code_verifier'], handle: exchange },
  refresh_token: { parameters: ['refresh_token', 'scope'], handle: refresh },
}

/**
 * Handles `POST /token`: exchanges a code or a refresh token for an access token, and returns the body of the response.
 * A refresh never returns another refresh token.
 * @throws OAuthError if the request, the client, the code or the refresh token is invalid
 * @see https://developers.google.com/identity/protocols/oauth2/web-server (read 2026-11-20)
 */
export async function handleToken(request: Request, dependencies: Dependencies): Promise<Record<string, unknown>> {
  const form = await readForm(request)
  const kind = form['grant_type'] ?? ''
  const grantType = Object.hasOwn(grantTypes, kind) ? grantTypes[kind] : undefined
  if (grantType === undefined) throw new OAuthError(400, 'unsupported_grant_type', `Invalid grant_type: ${kind}`)
  only(form, ['grant_type', 'client_id', 'client_secret', ...grantType.parameters])
  const { clientId, clientSecret } = readClient(form, request.get('authorization'))
  dependencies.clients.check(clientId, clientSecret)
  const issued = grantType.handle(form, clientId, dependencies)
  return {
    access_token: issued.accessToken,
    expires_in: issued.expiresIn,
    ...(issued.refreshToken === null ? {} : { refresh_token: issued.refreshToken }),
    ...(issued.refreshExpiresIn === null ? {} : { refresh_token_expires_in: issued.refreshExpiresIn }),
    scope: issued.scopes.join(' '),
    token_type: 'Bearer',
  }
}

function exchange(form: Form, clientId: string, { grants }: Dependencies): Issued {
  const code = needed(form, 'code')
  const redirectUri = needed(form, 'redirect_uri')
  const consent = grants.redeem(code)
  if (consent.clientId !== clientId) throw invalidGrant()
  if (consent.redirectUri !== redirectUri) throw new OAuthError(400, 'redirect_uri_mismatch', 'Bad Request')
  verify(consent.challenge, form['code_verifier'])
  return grants.issue(consent)
}

function verify(challenge: Consent['challenge'], verifier: string | undefined): void {
  if (challenge === null) {
    if (verifier !== undefined) throw invalidGrant('code_verifier or verifier is not needed.')
    return
  }
  if (verifier === undefined || verifier === '') throw invalidGrant('Missing code verifier.')
  const shown = challenge.method === 'plain' ? verifier : createHash('sha256').update(verifier).digest('base64url')
  if (shown !== challenge.value) throw invalidGrant('Invalid code verifier.')
}

function refresh(form: Form, clientId: string, { grants }: Dependencies): Issued {
  return grants.refresh(needed(form, 'refresh_token'), clientId)
}
