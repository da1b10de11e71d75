import express, { type Request, type Response, Router } from 'express'
import { renderConsent } from '../../consent/page.ts'
import { renderPage } from '../../html.ts'
import type { App, Dependencies } from '../dependencies.ts'
import { issueCode } from '../grants.ts'
import type { Person } from '../people.ts'
import { isSecure } from '../url-properties/verification.ts'
import { basicScope, scopes as knownScopes } from './scopes.ts'

/** The parameters of an authorization request. */
interface Question {
  redirectUri: string
  state: string | undefined
  scopes: string[]
  alwaysAsk: boolean
}

/**
 * Returns why a redirect URI cannot receive codes, or null if it can. It must have a trailing slash and neither query
 * nor fragment, and must be https without a port; on this machine, http with any port is accepted.
 */
function redirectComplaint(uri: string, app: App): string | null {
  if (!URL.canParse(uri)) return 'is not a URL'
  const url = new URL(uri)
  if (uri.length < 10 || uri.length > 512) return 'must have 10 to 512 characters'
  if (url.protocol === 'https:' ? url.port !== '' : !isSecure(url)) return 'must be https without a port'
  if (uri.includes('?') || uri.includes('#')) return 'must have neither query nor fragment'
  if (!uri.endsWith('/')) return 'must end with a slash'
  if (app.redirectUris && !app.redirectUris.includes(uri)) return 'is not registered'
  return null
}

function readQuestion(request: Request, app: App): Question | string {
  const query = new URL(request.originalUrl, 'http://sandbox').searchParams
  const redirectUri = query.get('redirect_uri') ?? ''
  if (query.get('client_key') !== app.id) return 'client_key is unknown'
  const complaint = redirectComplaint(redirectUri, app)
  if (complaint) return `redirect_uri ${complaint}`
  if (query.get('response_type') !== 'code') return 'response_type must be code'
  const scopes = (query.get('scope') ?? '').split(',').filter((scope) => scope !== '')
  return {
    redirectUri,
    state: query.get('state') ?? undefined,
    scopes,
    alwaysAsk: query.get('disable_auto_auth') === '1',
  }
}

function sendBack(response: Response, question: Question, result: Record<string, string>): void {
  const url = new URL(question.redirectUri)
  for (const [name, value] of Object.entries(result)) url.searchParams.set(name, value)
  if (question.state !== undefined) url.searchParams.set('state', question.state)
  response.redirect(302, url.href)
}

function grant(
  dependencies: Dependencies,
  response: Response,
  decided: { question: Question; person: Person; scopes: string[] },
) {
  const { question, person, scopes } = decided
  const code = issueCode(dependencies.store, dependencies.context.now(), {
    openId: person.openId,
    clientId: dependencies.app.id,
    redirectUri: question.redirectUri,
    scopes,
  })
  sendBack(response, question, { code, scopes: scopes.join(',') })
}

/**
 * Returns the user of the latest grant that is not revoked, if that grant covers all requested scopes: TikTok then
 * skips the consent page. Returns undefined if the page has to be shown.
 */
function alreadyAllowed({ store }: Dependencies, question: Question): { person: Person; scopes: string[] } | undefined {
  const latest = store.grants.findLast((candidate) => !candidate.revoked)
  const person = store.people.find((candidate) => candidate.openId === latest?.openId)
  if (!latest || !person || question.alwaysAsk) return undefined
  return question.scopes.every((scope) => latest.scopes.includes(scope)) ? { person, scopes: latest.scopes } : undefined
}

/**
 * Calls `next` with a valid authorization request. Responds to an invalid one as TikTok does: with an error page, or by
 * redirecting back with `invalid_scope`.
 */
function withQuestion(
  dependencies: Dependencies,
  request: Request,
  response: Response,
  next: (question: Question) => void,
): void {
  const question = readQuestion(request, dependencies.app)
  if (typeof question === 'string') {
    response
      .status(400)
      .send(renderPage('TikTok: something went wrong', `<h1>Something went wrong</h1><p>${question}</p>`))
    return
  }
  const known: readonly string[] = dependencies.store.appScopes ?? knownScopes
  const unknown = question.scopes.filter((scope) => scope !== basicScope && !known.includes(scope))
  if (question.scopes.length > 0 && unknown.length === 0) {
    next(question)
    return
  }
  const about = unknown.length > 0 ? `Unknown scope: ${unknown.join(',')}` : 'No scope was asked for'
  sendBack(response, question, { error: 'invalid_scope', error_type: 'scope', error_description: about })
}

function showPage(dependencies: Dependencies, request: Request, response: Response): void {
  withQuestion(dependencies, request, response, (question) => {
    const allowed = alreadyAllowed(dependencies, question)
    if (allowed) {
      grant(dependencies, response, { question, ...allowed })
      return
    }
    const people = dependencies.store.people.map(({ handle, displayName }) => ({ handle, name: displayName }))
    response.send(renderConsent({ network: 'TikTok', client: 'Your app', scopes: question.scopes, people }))
  })
}

function takeDecision(dependencies: Dependencies, request: Request, response: Response): void {
  withQuestion(dependencies, request, response, (question) => {
    const form = new URLSearchParams(typeof request.body === 'string' ? request.body : '')
    const person =
      dependencies.store.people.find(({ handle }) => handle === form.get('as')) ?? dependencies.store.people[0]
    if (form.get('decision') !== 'approve' || !person) {
      sendBack(response, question, { error: 'access_denied', error_description: 'User denied the request' })
      return
    }
    const ticked = form.getAll('scope')
    const scopes = [basicScope, ...question.scopes.filter((scope) => scope !== basicScope && ticked.includes(scope))]
    grant(dependencies, response, { question, person, scopes })
  })
}

/**
 * Creates the consent page at `/v2/auth/authorize/`.
 * @see https://business-api.tiktok.com/portal/docs/accounts-api-authorization/v1.3 (as of 2026-09-02)
 */
export function authorizePage(dependencies: Dependencies): Router {
  const router = Router({ strict: true })
  router.get('/v2/auth/authorize/', (request, response) => showPage(dependencies, request, response))
  router.post('/v2/auth/authorize/', express.text({ type: 'application/x-www-form-urlencoded' }), (request, response) =>
    takeDecision(dependencies, request, response),
  )
  return router
}
