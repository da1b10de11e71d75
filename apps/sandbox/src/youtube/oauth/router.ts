import { type Request, type Response, Router } from 'express'
import type { Person } from '../state/state.ts'
import { showConsent, takeDecision } from './authorize.ts'
import { type Clients, createClients } from './client.ts'
import { needed, only, readForm, single } from './form.ts'
import type { Grants } from './grants.ts'
import { OAuthError } from './oauth-error.ts'
import { handleToken } from './token.ts'

interface Setting {
  grants: Grants
  people: readonly Person[]
  clients: Readonly<Record<string, string>> | undefined
  now(): number
}

/**
 * Builds the router of accounts.google.com and oauth2.googleapis.com: consent page, tokens, their revocation and info.
 */
export function oauthRouter({ grants, people, clients: registered, now }: Setting): Router {
  const router = Router()
  const clients: Clients = createClients(registered)
  const dependencies = {
    grants,
    people,
    knows: (id: string) => registered === undefined || Object.hasOwn(registered, id),
  }
  router.get('/o/oauth2/v2/auth', (request, response) => showConsent(request, response, dependencies))
  router.post('/o/oauth2/v2/auth', (request, response) => takeDecision(request, response, dependencies))
  router.post(
    '/token',
    respondWith((request) => handleToken(request, { grants, clients })),
  )
  router.post(
    '/revoke',
    respondWith((request) => revoke(request, grants)),
  )
  for (const [path, shape] of Object.entries(tokenInfoShapes))
    router.all(
      path,
      respondWith(async (request) => shape(lookUp(request, grants, now()))),
    )
  return router
}

function respondWith(handle: (request: Request) => Promise<Record<string, unknown>>) {
  return async (request: Request, response: Response): Promise<void> => {
    try {
      const found = await handle(request)
      response.set('Cache-Control', 'no-cache, no-store, max-age=0, must-revalidate').json(found)
    } catch (error) {
      if (!(error instanceof OAuthError)) throw error
      response.status(error.status).json({ error: error.code, error_description: error.message })
    }
  }
}

/**
 * Handles `POST /revoke`: revokes a token and everything that its user granted to its client. Returns `{}`.
 * @throws OAuthError `invalid_token` if the token is not valid, `invalid_request` for an invalid form
 * @see https://developers.google.com/identity/protocols/oauth2/web-server#tokenrevoke (read 2026-11-20)
 */
async function revoke(request: Request, grants: Grants): Promise<Record<string, unknown>> {
  const form = { ...queryOf(request), ...(await readForm(request)) }
  only(form, ['token'])
  if (!grants.revoke(needed(form, 'token'))) throw new OAuthError(400, 'invalid_token', 'Token expired or revoked')
  return {}
}

interface TokenInfo {
  clientId: string
  scope: string
  expiresIn: number
  expiresAt: number
  accessType: string
}

function lookUp(request: Request, grants: Grants, now: number): TokenInfo {
  const query = queryOf(request)
  only(query, ['access_token'])
  const token = grants.find(needed(query, 'access_token'))
  if (token === undefined) throw new OAuthError(400, 'invalid_token', 'Invalid Value')
  const { clientId, scopes, accessType, expiresAt } = token
  return { clientId, scope: scopes.join(' '), expiresIn: Math.floor((expiresAt - now) / 1000), expiresAt, accessType }
}

const tokenInfoShapes: Record<string, (info: TokenInfo) => Record<string, unknown>> = {
  '/tokeninfo': thirdShape,
  '/oauth2/v3/tokeninfo': thirdShape,
  '/oauth2/v2/tokeninfo': ({ clientId, scope, expiresIn, accessType }) => ({
    issued_to: clientId,
    audience: clientId,
    scope,
    expires_in: expiresIn,
    access_type: accessType,
  }),
}

function thirdShape({ clientId, scope, expiresIn, expiresAt, accessType }: TokenInfo): Record<string, unknown> {
  return {
    azp: clientId,
    aud: clientId,
    scope,
    exp: String(Math.floor(expiresAt / 1000)),
    expires_in: String(expiresIn),
    access_type: accessType,
  }
}

function queryOf(request: Request): Record<string, string> {
  return single(new URL(request.originalUrl, 'http://sandbox').searchParams)
}
