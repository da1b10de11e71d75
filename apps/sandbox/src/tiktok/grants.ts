import { randomBytes } from 'node:crypto'
import { Rejection } from './rejection.ts'
import type { AuthCode, Grant } from './store/grant.ts'
import type { Store } from './store/store.ts'

const authCodeLifeMs = 10 * 60_000
const accessTokenLifeSeconds = 86_400
const refreshTokenLifeSeconds = 31_536_000

function secret(prefix: string): string {
  return `${prefix}.${randomBytes(32).toString('hex')}`
}

/**
 * Issues an authorization code for a user, app, redirect URI and scopes. It is valid for ten minutes from `now`, which
 * is in ms since the epoch.
 */
export function issueCode(
  store: Store,
  now: number,
  fields: Pick<AuthCode, 'openId' | 'clientId' | 'redirectUri' | 'scopes'>,
): string {
  const code = randomBytes(24).toString('hex')
  store.codes.set(code, { ...fields, expiresAt: now + authCodeLifeMs, used: false })
  return code
}

function tokenBody(grant: Grant, accessToken: string, now: number): object {
  return {
    access_token: accessToken,
    token_type: 'Bearer',
    scope: grant.scopes.join(','),
    expires_in: accessTokenLifeSeconds,
    refresh_token: grant.refreshToken,
    refresh_token_expires_in: Math.floor((grant.refreshExpiresAt - now) / 1000),
    open_id: grant.openId,
  }
}

function addAccessToken(grant: Grant, now: number): string {
  const token = secret('act')
  grant.accessTokens.set(token, now + accessTokenLifeSeconds * 1000)
  return token
}

/**
 * Exchanges an authorization code for tokens at `now` (ms since the epoch) and returns the body of the token response.
 * A code works once, for ten minutes, and only for the app and redirect URI that requested it.
 * @throws Rejection `authCodeInvalid` if the code is unknown, used or of another app, `expired` if it has expired,
 *   `badParameter` for another redirect URI
 */
export function redeemCode(
  store: Store,
  now: number,
  asked: { code: string; clientId: string; redirectUri: string },
): object {
  const code = store.codes.get(asked.code)
  if (!code || code.used || code.clientId !== asked.clientId)
    throw new Rejection('authCodeInvalid', 'Auth code is invalid or has already been used.')
  if (code.expiresAt <= now) throw new Rejection('expired', 'Auth code is expired.')
  if (code.redirectUri !== asked.redirectUri)
    throw new Rejection('badParameter', 'redirect_uri: Does not match the one of the authorization.')
  code.used = true
  const grant: Grant = {
    openId: code.openId,
    clientId: code.clientId,
    scopes: code.scopes,
    accessTokens: new Map(),
    refreshToken: secret('rft'),
    refreshExpiresAt: now + refreshTokenLifeSeconds * 1000,
    refreshes: 0,
    revoked: false,
  }
  store.grants.push(grant)
  return tokenBody(grant, addAccessToken(grant, now), now)
}

/**
 * Issues a new access token at `now` (ms since the epoch) and returns the body of the token response. The first, third
 * and every further odd refresh also replaces the refresh token.
 * @throws Rejection `tokenInvalid` if the refresh token is unknown, revoked or of another app, `expired` if it has
 *   expired
 */
export function refreshGrant(store: Store, now: number, asked: { refreshToken: string; clientId: string }): object {
  const grant = store.grants.find(
    (candidate) => candidate.refreshToken === asked.refreshToken && candidate.clientId === asked.clientId,
  )
  if (!grant || grant.revoked) throw new Rejection('tokenInvalid', 'Refresh token is invalid or revoked.')
  if (grant.refreshExpiresAt <= now) throw new Rejection('expired', 'Refresh token is expired.')
  if (grant.refreshes % 2 === 0) grant.refreshToken = secret('rft')
  grant.refreshes += 1
  return tokenBody(grant, addAccessToken(grant, now), now)
}

/**
 * Returns the grant of an access token that is valid at `now` (ms since the epoch).
 * @throws Rejection `tokenInvalid` if the token is unknown or revoked, `expired` if it has expired
 */
export function grantOfToken(store: Store, now: number, token: string): Grant {
  const grant = store.grants.find((candidate) => candidate.accessTokens.has(token))
  if (!grant || grant.revoked) throw new Rejection('tokenInvalid', 'Access token is incorrect or has been revoked.')
  if ((grant.accessTokens.get(token) ?? 0) <= now) throw new Rejection('expired', 'Access token is expired.')
  return grant
}

/** Revokes all grants of one user, or of all users if `openId` is omitted. */
export function revokeGrants(store: Store, openId?: string): void {
  for (const grant of store.grants) if (openId === undefined || grant.openId === openId) grant.revoked = true
}
