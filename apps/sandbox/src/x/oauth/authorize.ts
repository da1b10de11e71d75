import type { Request, Response } from 'express'
import { renderConsent } from '../../consent/page.ts'
import { escapeHtml, renderPage } from '../../html.ts'
import type { Backend } from '../backend.ts'
import type { XApp } from '../options.ts'
import { accountByHandle } from '../state.ts'
import { readBytes } from '../wire/body.ts'
import { SCOPES } from './scopes.ts'

interface Asked {
  app: XApp
  redirectUri: string
  scopes: string[]
  state: string
  challenge: string
}

const STATE_LENGTH = 500

function isCallback(app: XApp, address: string): boolean {
  if (app.callbackUrls !== null) return app.callbackUrls.includes(address)
  return URL.canParse(address) && /^https?:$/.test(new URL(address).protocol) && !address.includes('#')
}

/** Reads the parameters of an authorization request. Returns a string if one is invalid: the rule that it breaks. */
function readAsked(apps: XApp[], query: URLSearchParams): Asked | string {
  const one = (name: string) => (query.getAll(name).length === 1 ? (query.get(name) ?? '') : '')
  const app = apps.find(({ clientId }) => clientId === one('client_id'))
  const [redirectUri, state, challenge] = [one('redirect_uri'), one('state'), one('code_challenge')]
  const scopes = one('scope').split(' ')
  const checks: [boolean, string][] = [
    [one('response_type') === 'code', 'response_type is code'],
    [app !== undefined, 'client_id is the id of an app'],
    [app !== undefined && isCallback(app, redirectUri), 'redirect_uri is a callback address of the app'],
    [scopes.every((scope) => SCOPES.includes(scope)), 'scope holds scopes with single spaces between'],
    [state.length > 0 && state.length <= STATE_LENGTH, `state has 1 to ${STATE_LENGTH} characters`],
    [one('code_challenge_method') === 'S256', 'code_challenge_method is S256'],
    [/^[A-Za-z0-9_-]{43}$/.test(challenge), 'code_challenge is the base64url of a SHA-256'],
  ]
  const wrong = checks.find(([ok]) => !ok)
  if (wrong !== undefined || app === undefined) return wrong?.[1] ?? 'client_id is the id of an app'
  return { app, redirectUri, scopes: [...new Set(scopes)], state, challenge }
}

function showMistake(response: Response, rule: string): void {
  const title = 'Something went wrong'
  const body = `<h1>${title}</h1><p>You weren’t able to give access to the App. Expected: ${escapeHtml(rule)}.</p>`
  response.status(400).type('html').send(renderPage(title, body))
}

function back({ redirectUri, state }: Asked, response: Record<string, string>): string {
  const url = new URL(redirectUri)
  for (const [name, value] of Object.entries({ state, ...response })) url.searchParams.set(name, value)
  return url.href
}

/**
 * Shows the consent page (GET), or handles its form and redirects back to the app (POST). For an invalid request, shows
 * an error page instead of redirecting, as X does.
 * @see https://docs.x.com/fundamentals/authentication/oauth-2-0/user-access-token (read 2026-11-20)
 */
export async function authorize(backend: Backend, request: Request, response: Response): Promise<void> {
  const asked = readAsked(backend.options.apps, new URL(request.originalUrl, 'http://x').searchParams)
  if (typeof asked === 'string') return showMistake(response, asked)
  if (request.method === 'GET') {
    const people = backend.state.accounts.map(({ handle, name }) => ({ handle, name }))
    const page = renderConsent({ network: 'X', client: asked.app.name, scopes: asked.scopes, people })
    return void response.type('html').send(page)
  }
  const form = new URLSearchParams((await readBytes(request)).toString('utf8'))
  if (form.get('decision') === 'deny') return response.redirect(302, back(asked, { error: 'access_denied' }))
  const account = accountByHandle(backend.state, form.get('as') ?? backend.state.accounts[0]?.handle ?? '')
  if (form.get('decision') !== 'approve' || account === undefined)
    return showMistake(response, 'a decision of a person')
  const granted = form.getAll('scope')
  const code = backend.grants.issueCode({
    accountId: account.id,
    clientId: asked.app.clientId,
    scopes: asked.scopes.filter((scope) => granted.includes(scope)),
    redirectUri: asked.redirectUri,
    challenge: asked.challenge,
  })
  response.redirect(302, back(asked, { code }))
}
