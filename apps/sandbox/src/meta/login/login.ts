import type { Host } from '../graph/call.ts'
import { GraphError } from '../graph/graph-error.ts'
import type { Grant, Login } from '../state/grant.ts'
import type { Code, State } from '../state/state.ts'
import { invalidateTokens } from './tokens.ts'

function grantKey(login: Login, subjectId: string): string {
  return `${login}:${subjectId}`
}

/** The current grant of a user to the app, if any. */
export function grantOf(state: State, login: Login, subjectId: string): Grant | undefined {
  return state.grants.get(grantKey(login, subjectId))
}

/** Records a login: earlier decisions are kept, new ones are added, and the selection of Pages is replaced. */
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

/** Removes the app from a user: the grant is deleted and its tokens end with subcode 458. */
export function withdraw({ state, app }: Host, grant: Grant): void {
  state.grants.delete(grantKey(grant.login, grant.subjectId))
  const message = `The user has not authorized application ${app.id}.`
  invalidateTokens(state, { ends: (token) => token.grant === grant, subcode: 458, message })
}

/** Ends the tokens of one user or of all users, as a changed password does. */
export function revokeTokens(state: State, login: Login, subjectId: string | undefined): void {
  invalidateTokens(state, {
    ends: ({ grant }) => grant.login === login && (subjectId === undefined || grant.subjectId === subjectId),
    subcode: 460,
    message:
      'The session has been invalidated because the user changed their password or Facebook has changed the session for security reasons.',
  })
}

/** Ends all tokens of a Page, as when a user loses the Page. */
export function revokePageTokens(state: State, pageId: string): void {
  invalidateTokens(state, {
    ends: (token) => token.pageId === pageId,
    subcode: 492,
    message: 'The session is invalid because the user does not have a sufficient role on the Page any more.',
  })
}

/** Issues a single-use code and returns the redirect URI with it. `fragment` is what the login appends after `#`. */
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

/** What may be wrong with a code that is exchanged. */
export type CodeFault = 'unknown' | 'used' | 'expired' | 'redirect'

/**
 * The authorization code of an exchange, or the reason for its rejection: unknown, used, expired, or for another
 * redirect URI. A code is used up only by a successful exchange.
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

/** The redirect URI for a user who declines. */
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

/** Rejects a wrong app id or secret in Graph's error format. */
export function checkApp({ app }: Host, { id, secret }: { id: string; secret: string }): void {
  if (id !== app.id) {
    throw new GraphError('Error validating application. Cannot get application info due to a system error.', {
      code: 101,
    })
  }
  if (secret !== app.secret) throw new GraphError('Error validating client secret.', { code: 1 })
}
