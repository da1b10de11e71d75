import { ServiceError } from '@carillon/errors'
import type { AppCall, JsonObject } from '../call-context.ts'
import { authorize, exchange, expiryOf, refresh, requireGranted, revoke, withheldScopes } from '../oauth2/flow.ts'
import { asSessionError } from '../oauth2/session-error.ts'
import type { TokenSet } from '../oauth2/spec.ts'
import type { CallbackRequest, ConnectPort, Identity } from '../ports/connect.ts'
import { callX } from './call-x.ts'
import { connectErrors } from './errors.ts'
import { objectOf, textOf } from './json-fields.ts'
import { optionalScopes, requiredScopes, xOAuth } from './oauth.ts'

const connectDialect = { ...xOAuth.dialect, rules: connectErrors }

type Kept = Pick<Identity, 'credentials' | 'tokenExpiresAt'>

function kept(call: AppCall, tokens: TokenSet): Kept {
  const { accessToken, refreshToken = null } = tokens
  if (accessToken === '') throw new ServiceError('provider_error', 'The network answered without a token.')
  return { credentials: { accessToken, refreshToken }, tokenExpiresAt: expiryOf(call, tokens) }
}

/** Whose token it is; the network bills it as a read of a user. @see https://docs.x.com/x-api/users/get-my-user (read 2026-11-20) */
export async function readMe(
  call: AppCall,
  token: string,
): Promise<Omit<Identity, keyof Kept | 'scopes' | 'missingScopes'>> {
  const body = await callX(call, token, {
    area: 'read',
    operation: 'users.me',
    method: 'GET',
    path: '/2/users/me',
    query: { 'user.fields': 'profile_image_url,username' },
  })
  const me = objectOf(body['data'])
  const providerId = textOf(me['id'])
  if (providerId === undefined) throw new ServiceError('provider_error', 'The network did not say whose account it is.')
  return {
    providerId,
    displayIdentifier: textOf(me['username']) ?? null,
    displayName: textOf(me['name']) ?? null,
    avatarUrl: textOf(me['profile_image_url']) ?? null,
  }
}

async function identify(call: AppCall, request: CallbackRequest): Promise<Identity> {
  const tokens = await exchange({ ...xOAuth, dialect: connectDialect }, call, request)
  const { scopes = [...xOAuth.scopes] } = tokens
  requireGranted(scopes, requiredScopes)
  const credentials = kept(call, tokens)
  const me = await readMe(call, tokens.accessToken)
  return { ...me, ...credentials, scopes, missingScopes: withheldScopes(optionalScopes, scopes) }
}

function refreshTokenOf(credentials: JsonObject): string {
  const token = textOf(credentials['refreshToken'])
  if (token !== undefined) return token
  throw new ServiceError('connection_expired', 'The account has to be connected again.')
}

export const xConnect: ConnectPort = {
  async authorize(call, request) {
    return authorize(xOAuth, call.app, request)
  },
  async complete(call, request) {
    try {
      return { identities: [await identify(call, request)], select: false, billed: 'user.read' }
    } catch (error) {
      throw asSessionError(error)
    }
  },
  async refresh(call, credentials) {
    const tokens = await refresh(xOAuth, call, refreshTokenOf(credentials))
    return { ...kept(call, tokens), ...(tokens.scopes && { scopes: tokens.scopes }) }
  },
  /** The refresh token first: with it the grant cannot live on, and the access token lasts two hours at most. */
  async revoke(call, credentials) {
    const tokens = [credentials['refreshToken'], credentials['accessToken']].flatMap((token) => textOf(token) ?? [])
    const ended = await Promise.allSettled(tokens.map((token) => revoke(xOAuth, call, token)))
    const failed = ended.find((end) => end.status === 'rejected')
    if (failed) throw failed.reason
  },
}
