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

interface Owner {
  handle: string
  clientId: string
}

const key = ({ handle, clientId }: Owner) => `${clientId} ${handle}`

class Store implements Grants {
  readonly records = {
    codes: new Map<string, Code>(),
    accessTokens: new Map<string, AccessToken>(),
    refreshTokens: new Map<string, RefreshToken>(),
    granted: new Map<string, Owner & { scopes: Set<string> }>(),
  }
  readonly #options: GrantOptions

  constructor(options: GrantOptions) {
    this.#options = options
  }

  #refreshTokensOf(of: Owner) {
    return [...this.records.refreshTokens].filter(([, token]) => key(token) === key(of))
  }

  #mintAccess(of: Omit<AccessToken, 'expiresAt'>): Pick<Issued, 'accessToken' | 'expiresIn'> {
    const accessToken = `ya29.a0${this.#options.random(48)}`
    const { handle, clientId, scopes, accessType } = of
    this.records.accessTokens.set(accessToken, {
      handle,
      clientId,
      scopes,
      accessType,
      expiresAt: this.#options.now() + accessTokenMs,
    })
    return { accessToken, expiresIn: accessTokenMs / 1000 - 1 }
  }

  #mintRefresh({ handle, clientId }: Consent, scopes: readonly string[]): string {
    const [oldest] = this.#refreshTokensOf({ handle, clientId }).slice(0, -(refreshTokensPerGrant - 1))
    if (oldest !== undefined) this.records.refreshTokens.delete(oldest[0])
    const refreshToken = `1//${this.#options.random(48)}`
    this.records.refreshTokens.set(refreshToken, {
      handle,
      clientId,
      scopes,
      issuedAt: this.#options.now(),
      lastUsedAt: this.#options.now(),
    })
    return refreshToken
  }

  #end(matches: (of: Owner) => boolean): void {
    for (const [value, token] of this.records.accessTokens) if (matches(token)) this.records.accessTokens.delete(value)
    for (const [value, token] of this.records.refreshTokens)
      if (matches(token)) this.records.refreshTokens.delete(value)
    for (const [value, code] of this.records.codes) if (matches(code)) this.records.codes.delete(value)
    for (const [name, grant] of this.records.granted) if (matches(grant)) this.records.granted.delete(name)
  }

  find(accessToken: string): AccessToken | undefined {
    const token = this.records.accessTokens.get(accessToken)
    return token !== undefined && token.expiresAt > this.#options.now() ? token : undefined
  }

  #findRefresh(value: string): RefreshToken | undefined {
    const token = this.records.refreshTokens.get(value)
    if (token === undefined || this.#options.now() - token.lastUsedAt > unusedMs) return undefined
    return this.#options.project.testing && this.#options.now() - token.issuedAt > testingMs ? undefined : token
  }

  allow(consent: Consent): string {
    const code = `4/0A${this.#options.random(32)}`
    this.records.codes.set(code, { ...consent, expiresAt: this.#options.now() + codeMs, used: false })
    return code
  }

  redeem(value: string): Consent {
    const code = this.records.codes.get(value)
    if (code === undefined) throw invalidGrant('Malformed auth code.')
    if (code.used || code.expiresAt <= this.#options.now()) throw invalidGrant()
    code.used = true
    return code
  }

  issue(consent: Consent): Issued {
    const { handle, clientId } = consent
    const before = this.records.granted.get(key(consent))?.scopes ?? new Set<string>()
    const scopes = [...new Set([...consent.scopes, ...(consent.includeGranted ? before : [])])]
    this.records.granted.set(key(consent), { handle, clientId, scopes: new Set([...before, ...scopes]) })
    const accessType = consent.offline ? 'offline' : 'online'
    const first = this.#refreshTokensOf(consent).length === 0
    const refreshToken = consent.offline && (first || consent.consentForced) ? this.#mintRefresh(consent, scopes) : null
    const refreshExpiresIn = refreshToken !== null && this.#options.project.testing ? testingMs / 1000 - 1 : null
    return { ...this.#mintAccess({ ...consent, scopes, accessType }), refreshToken, refreshExpiresIn, scopes }
  }

  refresh(value: string, clientId: string): Issued {
    const token = this.#findRefresh(value)
    if (token === undefined) throw invalidGrant('Token has been expired or revoked.')
    if (token.clientId !== clientId) throw new OAuthError(401, 'unauthorized_client', 'Unauthorized')
    token.lastUsedAt = this.#options.now()
    return {
      ...this.#mintAccess({ ...token, accessType: 'offline' }),
      refreshToken: null,
      refreshExpiresIn: null,
      scopes: token.scopes,
    }
  }

  revoke(value: string): boolean {
    const token = this.find(value) ?? this.#findRefresh(value)
    if (token === undefined) return false
    this.#end((of) => key(of) === key(token))
    return true
  }

  revokePerson(handle?: string): void {
    this.#end((of) => handle === undefined || of.handle === handle)
  }
}

/**
 * Creates the store of grants, which issues, refreshes and revokes codes and tokens. Refresh tokens expire after half a
 * year without use, and after seven days while the project is in testing. A user's 101st refresh token for a client
 * ends the oldest of them.
 * @see https://developers.google.com/identity/protocols/oauth2 (read 2026-11-20)
 */
export function createGrants(options: GrantOptions): Grants {
  return new Store(options)
}
