import type { Request, Response } from 'express'
import type { Host } from '../meta/graph/call.ts'
import { HOUR_MS } from '../meta/graph/graph-time.ts'
import { DialogError, type DialogRequest, NOT_ACTIVE, readDialog } from '../meta/login/dialog.ts'
import { recordLogin, redirectWithCode } from '../meta/login/login.ts'
import { INSTAGRAM_SCOPES } from '../meta/login/scopes.ts'
import { serveLoginDialog } from '../meta/login/serve-dialog.ts'
import type { InstagramAccount } from '../meta/state/people.ts'
import { givenOf, mayUse } from '../meta/state/portal.ts'

function readRequest({ app, state }: Host, query: URLSearchParams): DialogRequest {
  if (query.get('response_type') !== 'code') throw new DialogError('response_type has to be code')
  for (const name of ['enable_fb_login', 'force_reauth']) {
    if (!['true', 'false', null].includes(query.get(name))) throw new DialogError(`${name} is true or false`)
  }
  return readDialog(query, { app, known: givenOf(state.portal, INSTAGRAM_SCOPES), scopes: query.get('scope') })
}

function accountOf({ state }: Host, username: string | null): InstagramAccount {
  const accounts = [...state.instagramAccounts.values()]
  const account = username === null ? accounts[0] : accounts.find((one) => one.username === username)
  if (account === undefined) throw new DialogError('Nobody of that name is logged in')
  if (!mayUse(state.portal, account.username)) throw new DialogError(NOT_ACTIVE)
  if (account.accountType === 'Personal')
    throw new DialogError('This app needs a professional account: switch to one first')
  return account
}

/**
 * Returns the handler of `www.instagram.com/oauth/authorize`, the login page of Instagram Login, which redirects to the
 * app with a code or a denial. An invalid request, a personal account, or an account without a role in an app in
 * development gets an error page.
 * @see https://developers.facebook.com/docs/instagram-platform/instagram-api-with-instagram-login/business-login (read 2026-11-20)
 */
export function serveAuthorize(host: Host): (request: Request, response: Response) => void {
  return serveLoginDialog({
    network: 'Instagram',
    client: host.app.name,
    denial: {
      error: 'access_denied',
      error_reason: 'user_denied',
      error_description: 'The user denied your request',
    },
    read: (query) => readRequest(host, query),
    users: () => [...host.state.instagramAccounts.values()].map(({ username, name }) => ({ handle: username, name })),
    approve({ redirectUri, state, scopes }, { form, response }) {
      const account = accountOf(host, form.get('as'))
      const granted = scopes.filter((scope) => form.getAll('scope').includes(scope))
      const declined = scopes.filter((scope) => !granted.includes(scope))
      const grant = recordLogin(host.state, 'instagram', { subjectId: account.id, granted, declined, pageIds: [] })
      response.redirect(
        302,
        redirectWithCode(host.state, grant, { redirectUri, state, lifeMs: HOUR_MS, fragment: '_' }),
      )
    },
  })
}
