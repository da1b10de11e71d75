import type { Host } from '../graph/call.ts'
import { GraphError } from '../graph/graph-error.ts'
import type { Grant, Login } from '../state/grant.ts'
import type { Code, State } from '../state/state.ts'
import { invalidateTokens } from './tokens.ts'

function grantKey(login: Login, subjectId: string): string {
  return `${login}:${subjectId}`
}

/**
 * Returns the permissions that a user has given to the app; undefined if the user never logged in or removed the app.
 * `subjectId` is the id of the Facebook user or Instagram account.
 */
export function grantOf(state: State, login: Login, subjectId: string): Grant | undefined {
  return state.grants.get(grantKey(login, subjectId))
}

/**
 * Stores the decisions of a user in a login dialog and returns the user's grant. Permissions that this login does not
 * concern keep their earlier status. The selection of Pages is replaced, and with Facebook Login the 90 days of access
 * to the user's data begin again.
 */
export function recordLogin(
  state: State,
  login: Login,
  consent: { subjectId: string; granted: string[]; declined: string[]; pageIds: string[] },
): Grant {
  const { subjectId, granted, declined, pageIds } = consent
  const grant = grantOf(state, login, subjectId) ?? {
    login,
    subjectId,
    scopes: new Map(),
    pageIds: new Set(),
    loggedInAt: 0,
  }
  for (const scope of declined) grant.scopes.set(scope, 'declined')
  for (const scope of granted) grant.scopes.set(scope, 'granted')
  grant.pageIds = new Set(pageIds)
  grant.loggedInAt = state.now()
  state.grants.set(grantKey(login, subjectId), grant)
  return grant
}

/** Removes the app from a user: deletes the grant. Calls with its tokens are rejected with subcode 458 from now on. */
export function withdraw({ state, app }: Host, grant: Grant): void {
  state.grants.delete(grantKey(grant.login, grant.subjectId))
  const message = `The user has not authorized application ${app.id}.`
  invalidateTokens(state, { ends: (token) => token.grant === grant, subcode: 458, message })
}

/**
 * Ends the tokens of the Facebook user or Instagram account with the id `subjectId` or, if it is undefined, of all
 * users of Facebook Login or Instagram Login (`login`). Later calls with them are rejected with subcode 460, as after a
 * change of the password.
 */
export function revokeTokens(state: State, login: Login, subjectId: string | undefined): void {
  invalidateTokens(state, {
    ends: ({ grant }) => grant.login === login && (subjectId === undefined || grant.subjectId === subjectId),
    subcode: 460,
    message:
      'The session has been invalidated because the user changed their password or Facebook has changed the session for security reasons.',
  })
}

/**
 * Ends all tokens of a Page. Later calls with them are rejected with subcode 492, as Facebook does when a user's role
 * on the Page is removed.
 */
export function revokePageTokens(state: State, pageId: string): void {
  invalidateTokens(state, {
    ends: (token) => token.pageId === pageId,
    subcode: 492,
    message: 'The session is invalid because the user does not have a sufficient role on the Page any more.',
  })
}

/**
 * Issues a single-use authorization code and returns the redirect URI with it.
 * @param to `fragment`: what the login appends after `#`; `lifeMs`: the lifetime of the code in ms
 */
export function redirectWithCode(
  state: State,
  grant: Grant,
  to: { redirectUri: string; state: string | undefined; lifeMs: number; fragment: string },
): string {
  const code = `AQ${state.secret(80)}`
  state.codes.set(code, { grant, redirectUri: to.redirectUri, expiresAt: state.now() + to.lifeMs, used: false })
  const url = new URL(to.redirectUri)
  url.searchParams.set('code', code)
  if (to.state !== undefined) url.searchParams.set('state', to.state)
  url.hash = to.fragment
  return url.href
}

/** The reasons why an authorization code is rejected. */
export type CodeFault = 'unknown' | 'used' | 'expired' | 'redirect'

/**
 * Returns an authorization code and marks it as used. A rejected code is not changed, and the reason is returned:
 * `unknown`, `used`, `expired`, or `redirect` if the code was issued for another redirect URI.
 */
export function takeCode(state: State, { code, redirectUri }: { code: string; redirectUri: string }): Code | CodeFault {
  const held = state.codes.get(code)
  if (held === undefined) return 'unknown'
  if (held.used) return 'used'
  if (held.expiresAt <= state.now()) return 'expired'
  if (held.redirectUri !== redirectUri) return 'redirect'
  held.used = true
  return held
}

/**
 * Returns the redirect URI for a user who denies access, with the query parameters in `error`, and `state` if the app
 * sent one.
 */
export function redirectWithDenial(
  redirectUri: string,
  state: string | undefined,
  error: Record<string, string>,
): string {
  const url = new URL(redirectUri)
  for (const [name, value] of Object.entries(error)) url.searchParams.set(name, value)
  if (state !== undefined) url.searchParams.set('state', state)
  return url.href
}

/**
 * Checks the id and secret of the app.
 * @throws GraphError with code 101 if the id is wrong, with code 1 if the secret is wrong
 */
export function checkApp({ app }: Host, { id, secret }: { id: string; secret: string }): void {
  if (id !== app.id) {
    throw new GraphError('Error validating application. Cannot get application info due to a system error.', {
      code: 101,
    })
  }
  if (secret !== app.secret) throw new GraphError('Error validating client secret.', { code: 1 })
}
