import type { Request, Response } from 'express'
import type { Host } from '../meta/graph/call.ts'
import { HOUR_MS } from '../meta/graph/graph-time.ts'
import { DialogError, type DialogRequest, NOT_ACTIVE, queryOf, readDialog } from '../meta/login/dialog.ts'
import { grantOf, recordLogin, redirectWithCode } from '../meta/login/login.ts'
import { FACEBOOK_SCOPES, LOGIN_CONFIGURATION } from '../meta/login/scopes.ts'
import { serveLoginDialog } from '../meta/login/serve-dialog.ts'
import type { Person } from '../meta/state/people.ts'
import { givenOf, mayUse } from '../meta/state/portal.ts'
import { renderPageChoice } from './page-choice.ts'

const CODE_LIFE_MS = HOUR_MS / 6

function readRequest(host: Host, query: URLSearchParams): DialogRequest {
  const configuration = query.get('config_id')
  if (configuration !== null && configuration !== LOGIN_CONFIGURATION.id) throw new DialogError('Invalid config_id')
  const { portal } = host.state
  if (configuration === null && portal.needsConfiguration) {
    throw new DialogError('This app needs at least one supported permission')
  }
  const scopes = query.get('scope') ?? (configuration === null ? null : LOGIN_CONFIGURATION.scopes.join(','))
  return readDialog(query, { app: host.app, known: givenOf(portal, FACEBOOK_SCOPES), scopes })
}

function personOf({ state }: Host, handle: string | null): Person {
  const people = [...state.people.values()]
  const person = handle === null ? people[0] : people.find((one) => one.handle === handle)
  if (person === undefined) throw new DialogError('Nobody of that name is logged in')
  if (!mayUse(state.portal, person.handle)) throw new DialogError(NOT_ACTIVE)
  return person
}

/**
 * Returns those of the requested `scopes` that the login dialog offers to the user. Permissions that the user declined
 * are left out, unless the app sends `auth_type=rerequest` (`again`).
 */
function stillAsked(host: Host, person: Person, { scopes, again }: { scopes: string[]; again: boolean }): string[] {
  const grant = grantOf(host.state, 'facebook', person.id)
  return again ? scopes : scopes.filter((scope) => grant?.scopes.get(scope) !== 'declined')
}

function conclude(
  host: Host,
  asked: DialogRequest,
  consent: { person: Person; granted: string[]; pageIds: string[] },
): string {
  const { person, granted, pageIds } = consent
  const declined = asked.scopes.filter((scope) => !granted.includes(scope) && scope !== 'public_profile')
  const grant = recordLogin(host.state, 'facebook', {
    subjectId: person.id,
    granted: ['public_profile', ...granted],
    declined,
    pageIds,
  })
  const { redirectUri, state } = asked
  return redirectWithCode(host.state, grant, { redirectUri, state, lifeMs: CODE_LIFE_MS, fragment: '_=_' })
}

interface Approval {
  form: URLSearchParams
  request: Request
  response: Response
}

function approve(host: Host, asked: DialogRequest, { form, request, response }: Approval): void {
  const person = personOf(host, form.get('as'))
  const again = queryOf(request).get('auth_type') === 'rerequest'
  const askable = stillAsked(host, person, { scopes: asked.scopes, again })
  const choosing = form.get('step') === 'pages'
  const ticked = choosing ? (form.get('granted') ?? '').split(',') : form.getAll('scope')
  const granted = askable.filter((scope) => ticked.includes(scope))
  const pages = person.roles.flatMap(({ pageId }) => host.state.pages.get(pageId) ?? [])
  if (!choosing && pages.length > 0 && granted.some((scope) => /^(pages|instagram)_/.test(scope))) {
    response.type('html').send(renderPageChoice({ client: host.app.name, handle: person.handle, granted, pages }))
    return
  }
  const pageIds = choosing ? pages.map(({ id }) => id).filter((id) => form.getAll('scope').includes(id)) : []
  response.redirect(302, conclude(host, asked, { person, granted, pageIds }))
}

/**
 * Returns the handler of the login dialog, on which the user and the permissions are selected, then the Pages if a
 * permission concerns them. It redirects to the app with a code or a denial. Permissions that the user declined at an
 * earlier login are granted only with `auth_type=rerequest`. An invalid request, or a user who may not use an app in
 * development, gets an error page.
 * @see https://developers.facebook.com/documentation/facebook-login/guides/advanced/manual-flow (read 2026-11-20)
 */
export function serveDialog(host: Host): (request: Request, response: Response) => void {
  return serveLoginDialog({
    network: 'Facebook',
    client: host.app.name,
    denial: {
      error: 'access_denied',
      error_code: '200',
      error_description: 'Permissions error',
      error_reason: 'user_denied',
    },
    read: (query) => readRequest(host, query),
    users: () => [...host.state.people.values()],
    approve: (asked, call) => approve(host, asked, call),
  })
}
