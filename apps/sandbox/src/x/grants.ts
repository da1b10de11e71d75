import { createHash, randomBytes } from 'node:crypto'

const CODE_LIFE_MS = 30_000
export const ACCESS_LIFE_SECONDS = 7_200
/** The lifetime of a refresh token in ms: about half a year, as developers report; it is not documented. */
const REFRESH_LIFE_MS = 183 * 24 * 60 * 60_000

/** The access that a user granted to an app at one consent. All tokens issued from that consent share it. */
interface Grant {
  accountId: string
  clientId: string
  scopes: string[]
  revoked: boolean
}

interface Code {
  grant: Grant
  redirectUri: string
  challenge: string
  /** Milliseconds since the epoch. */
  expiresAt: number
  used: boolean
}

interface Token {
  grant: Grant
  kind: 'access' | 'refresh'
  /** Milliseconds since the epoch. */
  expiresAt: number
  used: boolean
  revoked: boolean
}

export interface TokenPair {
  accessToken: string
  /** The refresh token; undefined without the scope `offline.access`. */
  refreshToken: string | undefined
  scopes: string[]
}

/**
 * The reason why a code or refresh token is rejected: an invalid code (`code`), another `redirect_uri` or a wrong
 * `code_verifier` in the request, an unknown refresh token (`refresh_token`), or a used, expired or revoked one
 * (`revoked`).
 */
export type GrantRejection = 'code' | 'redirect_uri' | 'code_verifier' | 'refresh_token' | 'revoked'

export interface Grants {
  /** Issues an authorization code, which works once, for 30 seconds. */
  issueCode(asked: Pick<Code, 'redirectUri' | 'challenge'> & Pick<Grant, 'accountId' | 'clientId' | 'scopes'>): string
  /** Exchanges an authorization code for tokens, or returns why it is rejected. */
  redeemCode(asked: {
    code: string
    clientId: string
    redirectUri: string
    verifier: string
  }): TokenPair | GrantRejection
  /** Exchanges a refresh token, which works once. If it was used before, all tokens of its grant are revoked. */
  refresh(asked: { refreshToken: string; clientId: string }): TokenPair | GrantRejection
  /** Revokes an access token or, for a refresh token, its grant. Ignores tokens of other apps and unknown ones. */
  revokeToken(asked: { token: string; clientId: string }): void
  /** Revokes all grants of a user, or of all users, including codes that were not redeemed. */
  revokeAll(accountId?: string): void
  /** Returns the grant of a valid access token; undefined if the token is unknown, expired or revoked. */
  find(accessToken: string): Grant | undefined
  list(): Grant[]
  /** The objects whose data a snapshot stores and restores. */
  records: object
}

function secret(): string {
  return randomBytes(48).toString('base64url')
}

function rejectionOf({ used, grant, ...code }: Code, redirectUri: string, verifier: string): GrantRejection | null {
  if (used || grant.revoked) return 'code'
  if (code.redirectUri !== redirectUri) return 'redirect_uri'
  return createHash('sha256').update(verifier).digest('base64url') === code.challenge ? null : 'code_verifier'
}

/** Issues an access token and, with the scope `offline.access`, a refresh token. */
function issuePair(grant: Grant, tokens: Map<string, Token>, now: number): TokenPair {
  const add = (kind: Token['kind'], lifeMs: number): string => {
    const token = secret()
    tokens.set(token, { grant, kind, expiresAt: now + lifeMs, used: false, revoked: false })
    return token
  }
  const accessToken = add('access', ACCESS_LIFE_SECONDS * 1000)
  const isOffline = grant.scopes.includes('offline.access')
  return { accessToken, refreshToken: isOffline ? add('refresh', REFRESH_LIFE_MS) : undefined, scopes: grant.scopes }
}

/**
 * Creates the store of grants, which issues and checks authorization codes, access tokens and single-use refresh
 * tokens.
 * @param now returns the time in milliseconds since the epoch
 */
export function createGrants(now: () => number): Grants {
  const grants: Grant[] = []
  const codes = new Map<string, Code>()
  const tokens = new Map<string, Token>()

  return {
    issueCode({ accountId, clientId, scopes, redirectUri, challenge }) {
      const grant = { accountId, clientId, scopes, revoked: false }
      const code = secret()
      codes.set(code, { grant, redirectUri, challenge, expiresAt: now() + CODE_LIFE_MS, used: false })
      return code
    },
    redeemCode({ code, clientId, redirectUri, verifier }) {
      const found = codes.get(code)
      if (found === undefined || found.grant.clientId !== clientId || found.expiresAt <= now()) return 'code'
      const rejection = rejectionOf(found, redirectUri, verifier)
      if (rejection) return rejection
      found.used = true
      grants.push(found.grant)
      return issuePair(found.grant, tokens, now())
    },
    refresh({ refreshToken, clientId }) {
      const found = tokens.get(refreshToken)
      if (found?.kind !== 'refresh' || found.grant.clientId !== clientId) return 'refresh_token'
      if (found.used) found.grant.revoked = true
      if (found.grant.revoked || found.revoked || found.expiresAt <= now()) return 'revoked'
      found.used = true
      return issuePair(found.grant, tokens, now())
    },
    revokeToken({ token, clientId }) {
      const found = tokens.get(token)
      if (found === undefined || found.grant.clientId !== clientId) return
      if (found.kind === 'refresh') found.grant.revoked = true
      else found.revoked = true
    },
    revokeAll(accountId) {
      for (const grant of [...grants, ...[...codes.values()].map((code) => code.grant)]) {
        if (accountId === undefined || grant.accountId === accountId) grant.revoked = true
      }
    },
    find(accessToken) {
      const found = tokens.get(accessToken)
      if (found?.kind !== 'access' || found.revoked || found.grant.revoked || found.expiresAt <= now()) return undefined
      return found.grant
    },
    list: () => [...grants],
    records: { grants, codes, tokens },
  }
}
