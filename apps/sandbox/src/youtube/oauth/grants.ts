import type { Project } from '../project.ts'
import { invalidGrant, OAuthError } from './oauth-error.ts'

const accessTokenMs = 3_600_000
const codeMs = 600_000
const unusedMs = 183 * 86_400_000
const testingMs = 7 * 86_400_000
const refreshTokensPerGrant = 100

interface AccessToken {
  handle: string
  clientId: string
  scopes: readonly string[]
  accessType: 'online' | 'offline'
  /** Milliseconds since the epoch. */
  expiresAt: number
}

interface RefreshToken {
  handle: string
  clientId: string
  scopes: readonly string[]
  /** Milliseconds since the epoch. */
  issuedAt: number
  /** Milliseconds since the epoch. */
  lastUsedAt: number
}

export interface Consent {
  handle: string
  clientId: string
  redirectUri: string
  scopes: readonly string[]
  offline: boolean
  /** Whether the request had `prompt=consent`, for which a refresh token is issued even if one was issued before. */
  consentForced: boolean
  includeGranted: boolean
  challenge: { value: string; method: 'S256' | 'plain' } | null
}

interface Code extends Consent {
  /** Milliseconds since the epoch. */
  expiresAt: number
  used: boolean
}

export interface Issued {
  accessToken: string
  refreshToken: string | null
  /**
   * The remaining lifetime of the refresh token in seconds; null if the token has no fixed expiry or none was issued.
   */
  refreshExpiresIn: number | null
  scopes: readonly string[]
  expiresIn: number
}

export interface Grants {
  /** Issues an authorization code for a consent. It works once, for ten minutes. */
  allow(consent: Consent): string
  /**
   * Returns the consent of an authorization code and marks the code as used.
   * @throws OAuthError `invalid_grant` if the code is unknown, used or expired
   */
  redeem(code: string): Consent
  /**
   * Issues an access token for an hour and, for an offline consent, a refresh token if that is forced or the client has
   * none of the user. With `includeGranted`, both also have the scopes of earlier consents.
   */
  issue(consent: Consent): Issued
  /**
   * Issues another access token.
   * @throws OAuthError `invalid_grant` if the refresh token is unknown, revoked or expired; `unauthorized_client` if it
   *   is another client's
   */
  refresh(refreshToken: string, clientId: string): Issued
  /** Returns the access token with this value; undefined if it is unknown, revoked or expired. */
  find(accessToken: string): AccessToken | undefined
  /** Revokes all tokens that the user of a token granted to its client. Returns false if the token is not valid. */
  revoke(token: string): boolean
  /** Revokes all tokens of one user, given by handle, or of all users. */
  revokePerson(handle?: string): void
  /** The objects whose data a snapshot stores and restores. */
  records: object
}

export interface GrantOptions {
  now(): number
  /** Returns `bytes` random bytes, encoded as text that is safe in URLs. */
  random(bytes: number): string
  project: Pick<Project, 'testing'>
}

/**
 * Creates the store of grants, which issues, refreshes and revokes codes and tokens. Refresh tokens expire after half a
 * year without use, and after seven days while the project is in testing. A user's 101st refresh token for a client
 * ends the oldest of them.
 * @see https://developers.google.com/identity/protocols/oauth2 (read 2026-11-20)
 */
export function createGrants({ now, random, project }: GrantOptions): Grants {
  const codes = new Map<string, Code>()
  const accessTokens = new Map<string, AccessToken>()
  const refreshTokens = new Map<string, RefreshToken>()
  const granted = new Map<string, { handle: string; clientId: string; scopes: Set<string> }>()

  const key = (of: { handle: string; clientId: string }) => `${of.clientId} ${of.handle}`
  const refreshTokensOf = (of: { handle: string; clientId: string }) =>
    [...refreshTokens].filter(([, token]) => key(token) === key(of))

  function mintAccess(of: Omit<AccessToken, 'expiresAt'>): Pick<Issued, 'accessToken' | 'expiresIn'> {
    const accessToken = `ya29.a0${random(48)}`
    const { handle, clientId, scopes, accessType } = of
    accessTokens.set(accessToken, { handle, clientId, scopes, accessType, expiresAt: now() + accessTokenMs })
    return { accessToken, expiresIn: accessTokenMs / 1000 - 1 }
  }

  function mintRefresh({ handle, clientId }: Consent, scopes: readonly string[]): string {
    const [oldest] = refreshTokensOf({ handle, clientId }).slice(0, -(refreshTokensPerGrant - 1))
    if (oldest !== undefined) refreshTokens.delete(oldest[0])
    const refreshToken = `1//${random(48)}`
    refreshTokens.set(refreshToken, { handle, clientId, scopes, issuedAt: now(), lastUsedAt: now() })
    return refreshToken
  }

  function end(matches: (of: { handle: string; clientId: string }) => boolean): void {
    for (const [value, token] of accessTokens) if (matches(token)) accessTokens.delete(value)
    for (const [value, token] of refreshTokens) if (matches(token)) refreshTokens.delete(value)
    for (const [value, code] of codes) if (matches(code)) codes.delete(value)
    for (const [name, grant] of granted) if (matches(grant)) granted.delete(name)
  }

  function find(accessToken: string): AccessToken | undefined {
    const token = accessTokens.get(accessToken)
    return token !== undefined && token.expiresAt > now() ? token : undefined
  }

  function findRefresh(value: string): RefreshToken | undefined {
    const token = refreshTokens.get(value)
    if (token === undefined || now() - token.lastUsedAt > unusedMs) return undefined
    return project.testing && now() - token.issuedAt > testingMs ? undefined : token
  }

  return {
    find,
    records: { codes, accessTokens, refreshTokens, granted },
    allow(consent) {
      const code = `4/0A${random(32)}`
      codes.set(code, { ...consent, expiresAt: now() + codeMs, used: false })
      return code
    },
    redeem(value) {
      const code = codes.get(value)
      if (code === undefined) throw invalidGrant('Malformed auth code.')
      if (code.used || code.expiresAt <= now()) throw invalidGrant()
      code.used = true
      return code
    },
    issue(consent) {
      const { handle, clientId } = consent
      const before = granted.get(key(consent))?.scopes ?? new Set<string>()
      const scopes = [...new Set([...consent.scopes, ...(consent.includeGranted ? before : [])])]
      granted.set(key(consent), { handle, clientId, scopes: new Set([...before, ...scopes]) })
      const accessType = consent.offline ? 'offline' : 'online'
      const first = refreshTokensOf(consent).length === 0
      const refreshToken = consent.offline && (first || consent.consentForced) ? mintRefresh(consent, scopes) : null
      const refreshExpiresIn = refreshToken !== null && project.testing ? testingMs / 1000 - 1 : null
      return { ...mintAccess({ ...consent, scopes, accessType }), refreshToken, refreshExpiresIn, scopes }
    },
    refresh(value, clientId) {
      const token = findRefresh(value)
      if (token === undefined) throw invalidGrant('Token has been expired or revoked.')
      if (token.clientId !== clientId) throw new OAuthError(401, 'unauthorized_client', 'Unauthorized')
      token.lastUsedAt = now()
      return {
        ...mintAccess({ ...token, accessType: 'offline' }),
        refreshToken: null,
        refreshExpiresIn: null,
        scopes: token.scopes,
      }
    },
    revoke(value) {
      const token = find(value) ?? findRefresh(value)
      if (token === undefined) return false
      end((of) => key(of) === key(token))
      return true
    },
    revokePerson(handle) {
      end((of) => handle === undefined || of.handle === handle)
    },
  }
}
