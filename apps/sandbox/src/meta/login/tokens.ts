import { GraphError } from '../graph/graph-error.ts'
import { DAY_MS, HOUR_MS, SECOND_MS } from '../graph/graph-time.ts'
import type { Grant, Login, Token } from '../state/grant.ts'
import type { State } from '../state/state.ts'

/**
 * The lifetime in seconds of a long-lived token of a user or Instagram account, which Meta returns as `expires_in`.
 * @see https://developers.facebook.com/documentation/facebook-login/guides/access-tokens/get-long-lived (read 2026-11-20)
 */
export const LONG_LIVED_SECONDS = 5_183_944
const SHORT_LIVED_SECONDS: Record<Login, number> = { facebook: 5_400, instagram: 3_600 }
/**
 * The time in ms after a Facebook Login for which the app has access to the user's data.
 * @see https://developers.facebook.com/documentation/facebook-login/auth-vs-data (read 2026-11-20)
 */
export const DATA_ACCESS_MS = 90 * DAY_MS
/**
 * The minimum age in ms of an Instagram token that can be refreshed.
 * @see https://developers.facebook.com/docs/instagram-platform/instagram-api-with-instagram-login/business-login (read 2026-11-20)
 */
export const REFRESH_AFTER_MS = 24 * HOUR_MS

const PREFIX: Record<Token['kind'], string> = { user: 'EAAIsU', page: 'EAAIsP', instagram: 'IGAAsI' }

/** Returns whether a user granted a scope to the app. */
export function hasScope(grant: Grant, scope: string): boolean {
  return grant.scopes.get(scope) === 'granted'
}

/** Returns the scopes that a user granted, without declined ones. */
export function grantedScopes(grant: Grant): string[] {
  return [...grant.scopes].filter(([, status]) => status === 'granted').map(([scope]) => scope)
}

function issue(state: State, token: Omit<Token, 'value' | 'invalid' | 'issuedAt'>): Token {
  const value = `${PREFIX[token.kind]}${state.secret(120)}`
  const issued = { ...token, value, issuedAt: state.now(), invalid: null }
  state.tokens.set(value, issued)
  return issued
}

/**
 * Issues a short-lived token for a grant, as in exchange for a code. It is valid for 90 minutes with Facebook Login and
 * one hour with Instagram Login.
 */
export function issueShortToken(state: State, grant: Grant): Token {
  const expiresAt = state.now() + SHORT_LIVED_SECONDS[grant.login] * SECOND_MS
  const kind = grant.login === 'facebook' ? 'user' : 'instagram'
  return issue(state, { kind, grant, pageId: null, longLived: false, expiresAt })
}

/**
 * Issues a long-lived token of the same kind and grant as a token of a user or Instagram account. A Page token must
 * not be passed, as the new token would have no Page.
 * @param expiresAt the expiry in ms since the epoch; by default `LONG_LIVED_SECONDS` from now
 */
export function issueLongToken(state: State, { grant, kind }: Token, expiresAt?: number): Token {
  const end = expiresAt ?? state.now() + LONG_LIVED_SECONDS * SECOND_MS
  return issue(state, { kind, grant, pageId: null, longLived: true, expiresAt: end })
}

/**
 * Returns a Page token for a user token: an existing valid one with the same expiry, otherwise a new one. The Page
 * token never expires if the user token is long-lived; otherwise it expires together with the user token.
 */
export function pageTokenOf(state: State, user: Token, pageId: string): Token {
  const expiresAt = user.longLived ? null : user.expiresAt
  for (const token of state.tokens.values()) {
    const same = token.kind === 'page' && token.grant === user.grant && token.pageId === pageId
    if (same && token.invalid === null && token.expiresAt === expiresAt) return token
  }
  return issue(state, { kind: 'page', grant: user.grant, pageId, longLived: user.longLived, expiresAt })
}

function invalidToken(message: string, subcode?: number): GraphError {
  return new GraphError(message, { code: 190, ...(subcode !== undefined && { subcode }), status: 401 })
}

/** Returns the error (code 190) with which calls with a token are rejected now; undefined if the token is valid. */
export function faultOfToken(state: State, token: Token): GraphError | undefined {
  if (token.invalid !== null) {
    return invalidToken(`Error validating access token: ${token.invalid.message}`, token.invalid.subcode)
  }
  if (token.expiresAt === null || token.expiresAt > state.now()) return undefined
  const [ended, now] = [token.expiresAt, state.now()].map((ms) => new Date(ms).toUTCString())
  return invalidToken(
    `Error validating access token: Session has expired on ${ended}. The current time is ${now}.`,
    463,
  )
}

/**
 * Returns the token with this value if it was issued by the login `login` and is valid now.
 * @throws GraphError with code 190 if not
 */
export function checkToken(state: State, value: string, login: Login): Token {
  const token = state.tokens.get(value)
  if (token === undefined || token.grant.login !== login) {
    throw invalidToken('Invalid OAuth access token - Cannot parse access token')
  }
  const fault = faultOfToken(state, token)
  if (fault !== undefined) throw fault
  return token
}

/** Ends the tokens that `ends` selects. Later calls with them are rejected with `subcode` and `message`. */
export function invalidateTokens(
  state: State,
  { ends, subcode, message }: { ends(token: Token): boolean; subcode: number; message: string },
): void {
  for (const token of state.tokens.values()) {
    if (token.invalid === null && ends(token)) token.invalid = { subcode, message }
  }
}
