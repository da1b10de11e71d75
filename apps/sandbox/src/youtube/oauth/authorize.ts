import type { Request, Response } from 'express'
import { renderConsent } from '../../consent/page.ts'
import { escapeHtml, renderPage } from '../../html.ts'
import { readBody } from '../body.ts'
import type { Person } from '../state/state.ts'
import { AuthorizationError, type AuthorizationRequest, readAuthorization } from './authorization-request.ts'
import type { Grants } from './grants.ts'

interface Dependencies {
  grants: Grants
  people: readonly Person[]
  /** Returns whether a client id is registered. */
  knows(clientId: string): boolean
}

const formLimit = 64 * 1024

/**
 * Handles `GET /o/oauth2/v2/auth`: shows the consent page, with a checkbox for each scope. For an invalid request,
 * shows an error page; for `prompt=none`, redirects to the app with the error `interaction_required`.
 */
export function showConsent(request: Request, response: Response, dependencies: Dependencies): void {
  const asked = readPage(request, response, dependencies)
  if (asked === undefined) return
  if (asked.prompts.has('none')) {
    back(response, asked, { error: 'interaction_required' })
    return
  }
  response.type('html').send(
    renderConsent({
      network: 'YouTube',
      client: asked.clientId,
      scopes: asked.scopes,
      people: inOrder(dependencies.people, asked.loginHint).map(({ handle, title }) => ({ handle, name: title })),
    }),
  )
}

/**
 * Handles the user's decision, which the consent page posts to its own URL: redirects to the app with a code, or with
 * the error `access_denied` if the user denies access or selects no scope. For an invalid request, or an approval by an
 * unknown user, shows an error page.
 */
export async function takeDecision(request: Request, response: Response, dependencies: Dependencies): Promise<void> {
  const asked = readPage(request, response, dependencies)
  if (asked === undefined) return
  const form = new URLSearchParams((await readBody(request, formLimit)).bytes.toString('utf8'))
  const person = dependencies.people.find(({ handle }) => handle === form.get('as'))
  const scopes = asked.scopes.filter((scope) => form.getAll('scope').includes(scope))
  if (form.get('decision') === 'approve' && person === undefined)
    return showError(response, new AuthorizationError('invalid_request', 'Nobody of that name is signed in'))
  // A user who ticks nothing has granted nothing.
  if (form.get('decision') !== 'approve' || person === undefined || scopes.length === 0)
    return back(response, asked, { error: 'access_denied' })
  const { clientId, redirectUri, offline, includeGranted, challenge } = asked
  const code = dependencies.grants.allow({
    handle: person.handle,
    clientId,
    redirectUri,
    scopes,
    offline,
    consentForced: asked.prompts.has('consent'),
    includeGranted,
    challenge,
  })
  back(response, asked, { code, scope: scopes.join(' '), authuser: '0', prompt: 'consent' })
}

function readPage(request: Request, response: Response, dependencies: Dependencies): AuthorizationRequest | undefined {
  try {
    const asked = readAuthorization(new URL(request.originalUrl, 'http://sandbox').searchParams)
    if (!dependencies.knows(asked.clientId))
      throw new AuthorizationError('invalid_client', 'The OAuth client was not found.')
    return asked
  } catch (error) {
    if (!(error instanceof AuthorizationError)) throw error
    showError(response, error)
    return undefined
  }
}

function showError(response: Response, { code, message }: AuthorizationError): void {
  const status = code === 'invalid_client' ? 401 : 400
  const words = `Error ${status}: ${code}`
  response
    .status(status)
    .type('html')
    .send(renderPage('Access blocked', `<h1>Access blocked</h1><p>${words}</p><p>${escapeHtml(message)}</p>`))
}

function back(response: Response, asked: AuthorizationRequest, told: Record<string, string>): void {
  const url = new URL(asked.redirectUri)
  if (asked.state !== null) url.searchParams.set('state', asked.state)
  for (const [name, value] of Object.entries(told)) url.searchParams.set(name, value)
  response.redirect(302, url.href)
}

function inOrder(people: readonly Person[], hint: string | null): readonly Person[] {
  const hinted = people.filter(({ email, subject }) => email === hint || subject === hint)
  return [...hinted, ...people.filter((person) => !hinted.includes(person))]
}
