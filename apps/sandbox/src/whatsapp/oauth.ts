import { GraphError } from '../meta/graph/graph-error.ts'
import { DAY_MS, SECOND_MS } from '../meta/graph/graph-time.ts'
import { allowOnly } from '../meta/graph/parameters.ts'
import { scopesOf } from './app-settings.ts'
import type { OpenCall } from './call.ts'
import type { State, Token } from './state.ts'

/** The lifetime of a code in ms, as a third-party client quotes it from the documentation of Embedded Signup. */
const CODE_LIFE_MS = 30 * SECOND_MS

/**
 * Issues an authorization code, valid once and for 30 seconds, which `exchangeCode` exchanges for a token with access
 * to the account `wabaId`. The sign-up pop-up returns the code.
 */
export function issueCode(state: State, grant: { businessId: string; wabaId: string }): string {
  const code = `AQ${state.secret(120)}`
  state.codes.set(code, { ...grant, expiresAt: state.now() + CODE_LIFE_MS, used: false })
  return code
}

function checkApp({ app, parameters }: OpenCall): void {
  const id = parameters.text('client_id')
  if (id === undefined) throw new GraphError('Missing client_id parameter.', { code: 101 })
  if (id !== app.id) throw new GraphError('Error validating application.', { code: 101 })
  if (parameters.text('client_secret') !== app.secret) {
    throw new GraphError('Error validating client secret.', { code: 1 })
  }
}

function codeError(message: string, subcode: number): GraphError {
  return new GraphError(message, { code: 100, subcode })
}

/**
 * Handles `oauth/access_token`: exchanges the code of Embedded Signup for the business's token. `redirect_uri` must be
 * empty or absent.
 * @throws GraphError with code 100 if the code is unknown, used or expired, or `redirect_uri` is set, with code 101 or
 *   1 for a wrong app or secret
 * @see https://developers.facebook.com/documentation/business-messaging/whatsapp/embedded-signup/implementation (read 2026-11-20)
 */
export function exchangeCode(call: OpenCall): unknown {
  const { parameters, state } = call
  allowOnly(parameters, ['client_id', 'client_secret', 'code', 'redirect_uri', 'grant_type'])
  checkApp(call)
  const held = state.codes.get(parameters.required('code'))
  if (held === undefined) throw codeError('Invalid verification code format.', 36009)
  if (held.used) throw codeError('This authorization code has been used.', 36009)
  if (held.expiresAt <= state.now()) throw codeError('This authorization code has expired.', 36007)
  if ((parameters.text('redirect_uri') ?? '') !== '') {
    throw codeError('Error validating verification code: the redirect_uri is not the one of the dialog.', 36008)
  }
  held.used = true
  const { businessId, wabaId } = held
  const value = `EAAKs${state.secret(140)}`
  const { tokenDays } = state.appSettings
  state.tokens.set(value, {
    value,
    businessId,
    wabaIds: [wabaId],
    scopes: scopesOf(state.appSettings),
    issuedAt: state.now(),
    expiresAt: tokenDays === null ? null : state.now() + tokenDays * DAY_MS,
    revoked: false,
  })
  const limited = tokenDays === null ? {} : { expires_in: (tokenDays * DAY_MS) / SECOND_MS }
  return { access_token: value, token_type: 'bearer', ...limited }
}

/**
 * Returns the field `granular_scopes` of `debug_token`. Since June 2026, tokens of Embedded Signup list the shared
 * accounts under another scope or not at all; clients have reported both. The setting `namesAccounts` decides whether
 * the token's scopes list the accounts; if not, the scope `whatsapp_business_manage_events` does.
 * @see https://github.com/chatwoot/chatwoot/issues/14690 (read 2026-11-23)
 * @see https://github.com/megaapp977/stack/issues/453 (read 2026-11-23)
 */
function granularScopes({ state }: OpenCall, { scopes, wabaIds }: Token): unknown[] {
  const named = state.appSettings.namesAccounts ? scopes : ['whatsapp_business_manage_events']
  return named.map((scope) => ({ scope, target_ids: wabaIds }))
}

/** Returns whether a token was revoked or has expired. */
export function hasEnded(state: State, { revoked, expiresAt }: Token): boolean {
  return revoked || (expiresAt !== null && expiresAt <= state.now())
}

function describe(call: OpenCall, token: Token): unknown {
  const { app, state } = call
  return {
    app_id: app.id,
    type: 'SYSTEM_USER',
    application: app.name,
    data_access_expires_at: 0,
    expires_at: Math.floor((token.expiresAt ?? 0) / SECOND_MS),
    is_valid: !hasEnded(state, token),
    issued_at: Math.floor(token.issuedAt / SECOND_MS),
    scopes: token.scopes,
    granular_scopes: granularScopes(call, token),
    user_id: `1220${token.businessId.slice(-11)}`,
    ...(token.revoked && { error: { code: 190, subcode: 460, message: 'The session has been invalidated.' } }),
  }
}

/**
 * Handles `debug_token`, which is called with the app's access token: returns whether the token `input_token` is valid,
 * its expiry, scopes and shared accounts. An unknown token is reported as invalid.
 * @throws GraphError with code 190 if the access token is not the app's, with code 100 without `input_token` or for
 *   another parameter
 * @see https://developers.facebook.com/docs/graph-api/reference/debug_token (read 2026-11-20)
 */
export function debugToken(call: OpenCall): unknown {
  const { parameters, app, state } = call
  allowOnly(parameters, ['input_token'])
  if (parameters.text('access_token') !== `${app.id}|${app.secret}`) {
    throw new GraphError('Invalid OAuth access token signature.', { code: 190, status: 401 })
  }
  const token = state.tokens.get(parameters.required('input_token'))
  if (token !== undefined) return { data: describe(call, token) }
  const message = 'The access token could not be decrypted'
  return { data: { app_id: app.id, is_valid: false, scopes: [], error: { code: 190, message } } }
}
