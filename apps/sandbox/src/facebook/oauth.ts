import { type Handler, type OpenCall, selectionsOf } from '../meta/graph/call.ts'
import { GraphError, invalidParameter } from '../meta/graph/graph-error.ts'
import { SECOND_MS } from '../meta/graph/graph-time.ts'
import { allowOnly } from '../meta/graph/parameters.ts'
import { type CodeFault, checkApp, takeCode, withdraw } from '../meta/login/login.ts'
import {
  checkToken,
  DATA_ACCESS_MS,
  faultOfToken,
  grantedScopes,
  issueLongToken,
  issueShortToken,
} from '../meta/login/tokens.ts'
import type { Token } from '../meta/state/grant.ts'
import type { Person } from '../meta/state/people.ts'

const CODE_FAULTS: Record<CodeFault, { message: string; subcode: number }> = {
  unknown: { message: 'Invalid verification code format.', subcode: 36009 },
  used: { message: 'This authorization code has been used.', subcode: 36009 },
  expired: { message: 'This authorization code has expired.', subcode: 36007 },
  redirect: {
    message:
      'Error validating verification code. Please make sure your redirect_uri is identical to the one you used in the OAuth dialog request',
    subcode: 36008,
  },
}

function bearer({ state }: OpenCall, token: Token): unknown {
  const seconds = Math.floor(((token.expiresAt ?? state.now()) - state.now()) / SECOND_MS)
  return { access_token: token.value, token_type: 'bearer', expires_in: seconds }
}

function exchangeCode(call: OpenCall): unknown {
  const { parameters, state } = call
  allowOnly(parameters, ['client_id', 'client_secret', 'redirect_uri', 'code', 'grant_type'])
  const held = takeCode(state, { code: parameters.required('code'), redirectUri: parameters.required('redirect_uri') })
  if (typeof held === 'string') {
    const { message, subcode } = CODE_FAULTS[held]
    throw new GraphError(message, { code: 100, subcode })
  }
  return bearer(call, issueShortToken(state, held.grant))
}

/**
 * Exchanges a user's token for a long-lived one and returns it with its lifetime in seconds. A long-lived token is not
 * extended by another exchange, as Meta does not promise this.
 * @throws GraphError for an invalid token, and for the token of a Page
 */
function exchangeToken(call: OpenCall): unknown {
  const { parameters, state } = call
  allowOnly(parameters, ['client_id', 'client_secret', 'grant_type', 'fb_exchange_token'])
  const token = checkToken(state, parameters.required('fb_exchange_token'), 'facebook')
  if (token.kind !== 'user') throw invalidParameter('Only a user access token can be exchanged')
  return bearer(call, issueLongToken(state, token, token.longLived ? (token.expiresAt ?? undefined) : undefined))
}

const GRANTS: Record<string, (call: OpenCall) => unknown> = {
  authorization_code: exchangeCode,
  fb_exchange_token: exchangeToken,
}

/**
 * Handles `oauth/access_token`: exchanges an authorization code for a token, or a token for a long-lived one, and
 * returns it with its lifetime in seconds (`expires_in`). The exchange of a long-lived token does not extend its
 * lifetime.
 * @throws GraphError if the app, the code, the token or another parameter is invalid
 * @see https://developers.facebook.com/documentation/facebook-login/guides/advanced/manual-flow (read 2026-11-20)
 */
export function grantToken(call: OpenCall): unknown {
  const { parameters } = call
  const id = parameters.text('client_id')
  if (id === undefined) throw new GraphError('Missing client_id parameter.', { code: 101 })
  checkApp(call, { id, secret: parameters.text('client_secret') ?? '' })
  const kind = parameters.text('grant_type') ?? 'authorization_code'
  const grant = Object.hasOwn(GRANTS, kind) ? GRANTS[kind] : undefined
  if (grant === undefined) throw new GraphError('Invalid grant_type', { code: 1 })
  return grant(call)
}

function pageScopes(token: Token): unknown[] {
  const target_ids = token.pageId === null ? [...token.grant.pageIds] : [token.pageId]
  return grantedScopes(token.grant).map((scope) =>
    /^(pages|instagram)_|^read_insights/.test(scope) ? { scope, target_ids } : { scope },
  )
}

/**
 * Handles `debug_token`, which is called with the app's access token: returns whether the token `input_token` is valid,
 * its expiry, scopes and user. An unknown token is reported as invalid.
 * @throws GraphError with code 100 if the access token is not the app's, `input_token` is missing, or the call has
 *   another parameter
 * @see https://developers.facebook.com/docs/graph-api/reference/debug_token (read 2026-11-20)
 */
export function debugToken({ parameters, state, app }: OpenCall): unknown {
  allowOnly(parameters, ['input_token'])
  if (parameters.text('access_token') !== `${app.id}|${app.secret}`) {
    throw invalidParameter(
      'You must provide an app access token, or a user access token that is an owner or developer of the app',
    )
  }
  const token = state.tokens.get(parameters.required('input_token'))
  if (token === undefined || token.grant.login !== 'facebook') {
    return { data: { error: { code: 190, message: 'Invalid OAuth access token.' }, is_valid: false, scopes: [] } }
  }
  const fault = faultOfToken(state, token)
  const { kind, grant, pageId, issuedAt, expiresAt } = token
  return {
    data: {
      app_id: app.id,
      type: kind === 'page' ? 'PAGE' : 'USER',
      application: app.name,
      data_access_expires_at: Math.floor((grant.loggedInAt + DATA_ACCESS_MS) / SECOND_MS),
      ...(fault && { error: { code: 190, message: fault.message, subcode: fault.details.subcode } }),
      expires_at: expiresAt === null ? 0 : Math.floor(expiresAt / SECOND_MS),
      is_valid: fault === undefined,
      issued_at: Math.floor(issuedAt / SECOND_MS),
      ...(pageId !== null && { profile_id: pageId }),
      scopes: grantedScopes(grant),
      granular_scopes: pageScopes(token),
      user_id: grant.subjectId,
    },
  }
}

/**
 * Handles `GET /me/permissions`: lists the permissions that the user granted or declined. The parameters `permission`
 * and `status` filter the list.
 * @throws GraphError with code 100 for an unknown parameter, with code 2500 if `fields` is malformed
 * @see https://developers.facebook.com/docs/graph-api/reference/user/permissions (read 2026-11-20)
 */
export const listPermissions: Handler<Person> = (_person, call) => {
  allowOnly(call.parameters, ['fields', 'permission', 'status', 'limit'])
  selectionsOf(call)
  const [permission, status] = [call.parameters.text('permission'), call.parameters.text('status')]
  const all = [...call.token.grant.scopes].map(([name, state]) => ({ permission: name, status: state }))
  return {
    data: all.filter(
      (one) => (permission ?? one.permission) === one.permission && (status ?? one.status) === one.status,
    ),
  }
}

/**
 * Handles `DELETE /me/permissions` and returns `{success: true}`. With the name of a permission, revokes that
 * permission; without, removes the app from the user and ends its tokens.
 * @throws GraphError with code 100 for a permission that the user neither granted nor declined
 */
export const withdrawPermissions: Handler<Person> = (_person, call) => {
  allowOnly(call.parameters, ['permission'])
  const permission = call.rest[0] ?? call.parameters.text('permission')
  if (permission === undefined) withdraw(call, call.token.grant)
  else if (call.token.grant.scopes.has(permission)) call.token.grant.scopes.set(permission, 'declined')
  else throw invalidParameter(`Invalid permission ${permission}`)
  return { success: true }
}
