import type { Backend } from '../backend.ts'
import { accountById } from '../state.ts'
import { forbidden, missingScopes, notEnrolled, unauthorized, wrongTokenKind } from '../wire/problem.ts'
import type { Caller, Endpoint } from './endpoint.ts'

const SUPPORTED = { user: 'OAuth 2.0 User Context', app: 'OAuth 2.0 Application-Only' }

/** An authenticated caller with its scopes. */
export interface Admitted extends Caller {
  /** The scopes of a user's token; null for an app-only token, which has no scopes. */
  scopes: string[] | null
}

/**
 * Returns the app and user of an `Authorization` header with a bearer token; the user is null for an app-only token.
 * Throws a `Problem` (401) if the token is missing, unknown, expired or revoked.
 */
export function identify({ options, grants, state }: Backend, header: string | undefined): Admitted {
  const [, token] = /^Bearer ([A-Za-z0-9._~+/=-]+)$/i.exec(header ?? '') ?? []
  if (token === undefined) throw unauthorized()
  const own = options.apps.find(({ bearerToken }) => bearerToken === token)
  if (own !== undefined) return { app: own, account: null, scopes: null }
  const grant = grants.find(token)
  const app = options.apps.find(({ clientId }) => clientId === grant?.clientId)
  const account = accountById(state, grant?.accountId ?? '')
  if (grant === undefined || app === undefined || account === undefined) throw unauthorized()
  return { app, account, scopes: grant.scopes }
}

/**
 * Throws unless the caller can call an endpoint.
 * @throws Problem if the app is in no project, the token has the wrong kind or lacks a scope, or the user is suspended
 */
export function checkRights({ app, account, scopes }: Admitted, endpoint: Endpoint): void {
  if (!app.enrolled) throw notEnrolled()
  const kind = account === null ? 'app' : 'user'
  if (!endpoint.tokens.includes(kind)) throw wrongTokenKind(endpoint.tokens.map((name) => SUPPORTED[name]).join(', '))
  const missing = scopes === null ? [] : endpoint.scopes.filter((scope) => !scopes.includes(scope))
  if (missing.length > 0) throw missingScopes(missing)
  if (account?.suspended) {
    throw forbidden('Your account is suspended and is not permitted to access this feature.')
  }
}
