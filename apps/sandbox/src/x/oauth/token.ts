import type { Request, Response } from 'express'
import type { Backend } from '../backend.ts'
import { ACCESS_LIFE_SECONDS, type GrantRejection, type TokenPair } from '../grants.ts'
import { authenticateClient, OAuthRejection } from './client.ts'
import { need, readForm } from './form.ts'

const REJECTIONS: Record<GrantRejection, [error: string, description: string]> = {
  code: ['invalid_request', 'Value passed for the authorization code was invalid.'],
  redirect_uri: [
    'invalid_request',
    'Value passed for the redirect uri did not match the uri of the authorization code.',
  ],
  code_verifier: ['invalid_request', 'Value passed for the code verifier did not match the code challenge.'],
  refresh_token: ['invalid_request', 'Value passed for the token was invalid.'],
  revoked: ['invalid_grant', 'Value passed for the token was invalid.'],
}

type Trade = (backend: Backend, clientId: string, form: Record<string, string>) => TokenPair | GrantRejection

const VERIFIER = /^[A-Za-z0-9._~-]{43,128}$/

const TRADES: Record<string, Trade> = {
  authorization_code({ grants }, clientId, form) {
    const [code, redirectUri, verifier] = [need(form, 'code'), need(form, 'redirect_uri'), need(form, 'code_verifier')]
    return VERIFIER.test(verifier) ? grants.redeemCode({ code, clientId, redirectUri, verifier }) : 'code_verifier'
  },
  refresh_token: ({ grants }, clientId, form) =>
    grants.refresh({ refreshToken: need(form, 'refresh_token'), clientId }),
}

function tokenBody({ accessToken, refreshToken, scopes }: TokenPair): Record<string, unknown> {
  return {
    token_type: 'bearer',
    expires_in: ACCESS_LIFE_SECONDS,
    access_token: accessToken,
    scope: scopes.join(' '),
    ...(refreshToken === undefined ? {} : { refresh_token: refreshToken }),
  }
}

async function respondWith(response: Response, work: () => Promise<Record<string, unknown>>): Promise<void> {
  response.set({ 'Cache-Control': 'no-store' })
  try {
    response.json(await work())
  } catch (error) {
    if (!(error instanceof OAuthRejection)) throw error
    response.status(error.status).json({ error: error.error, error_description: error.message })
  }
}

/**
 * Handles `POST /2/oauth2/token`: issues tokens for a code or a refresh token. OAuth errors are sent as responses.
 * @see https://docs.x.com/fundamentals/authentication/oauth-2-0/user-access-token (read 2026-11-20)
 */
export function token(backend: Backend, request: Request, response: Response): Promise<void> {
  return respondWith(response, async () => {
    const form = await readForm(request)
    const { clientId } = authenticateClient(backend.options.apps, request.headers.authorization, form)
    const kind = need(form, 'grant_type')
    const trade = Object.hasOwn(TRADES, kind) ? TRADES[kind] : undefined
    if (trade === undefined)
      throw new OAuthRejection('unsupported_grant_type', 'Value passed for the grant type was invalid.')
    const traded = trade(backend, clientId, form)
    if (typeof traded === 'string') throw new OAuthRejection(...REJECTIONS[traded])
    return tokenBody(traded)
  })
}

/**
 * Handles `POST /2/oauth2/revoke`: revokes a token. The status is 200 also for unknown tokens. OAuth errors, such as a
 * wrong client, are sent as responses.
 * @see https://www.rfc-editor.org/rfc/rfc7009#section-2.2 (read 2026-11-20)
 */
export function revoke(backend: Backend, request: Request, response: Response): Promise<void> {
  return respondWith(response, async () => {
    const form = await readForm(request)
    const { clientId } = authenticateClient(backend.options.apps, request.headers.authorization, form)
    backend.grants.revokeToken({ token: need(form, 'token'), clientId })
    return { revoked: true }
  })
}
