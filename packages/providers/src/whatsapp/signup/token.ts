import { ServiceError } from '@carillon/errors'
import type { App, AppCall } from '../../call-context.ts'
import { callGraph, requiredText } from '../../meta/graph.ts'
import { inspectToken, type MetaApp } from '../../meta/login.ts'
import { clientOf } from '../../oauth2/flow.ts'
import type { SignupClaim, SignupPort, SignupTarget, SignupToken } from '../../ports/signup.ts'
import { hostOf } from '../client.ts'
import { exchangeDialect } from './errors.ts'
import { listNumbers } from './number.ts'

function metaApp(app: App): MetaApp {
  return { ...clientOf(app), web: hostOf(app, 'web'), graph: hostOf(app, 'graph') }
}

/**
 * Calls Meta to exchange the dialog's code, which works once and for about 30 seconds, for a token. The token acts for
 * the business and usually does not expire.
 * @throws ProviderError `provider_error` if Meta rejects the code or no response with a token arrives; ServiceError
 *   `provider_not_configured` if the app's id or secret is not set
 * @see https://developers.facebook.com/documentation/business-messaging/whatsapp/embedded-signup/implementation (read
 *   2026-11-20)
 */
export async function exchangeCode(call: AppCall, { code }: Pick<SignupClaim, 'code'>): Promise<SignupToken> {
  const { clientId, clientSecret, graph } = metaApp(call.app)
  const body = await callGraph(call, exchangeDialect, {
    method: 'GET',
    host: graph,
    path: '/oauth/access_token',
    operation: 'oauth.token',
    access: null,
    timeoutMs: 10_000,
    // A code is valid once, so a repeated call would only be rejected.
    retry: 'none',
    query: { client_id: clientId, client_secret: clientSecret, code },
  })
  const { expires_in: seconds } = body
  const isLimited = typeof seconds === 'number' && seconds > 0
  return {
    token: requiredText(body, 'access_token'),
    expiresAt: isLimited ? new Date(call.now().getTime() + seconds * 1000) : null,
  }
}

const managementScope = 'whatsapp_business_management'
const messagingScope = 'whatsapp_business_messaging'

/**
 * Checks with Meta that the token has the required scopes and access to the business account, because the ids of a
 * sign-up come from a browser. Returns the token's scopes, expiry and user, and the phone numbers of the business
 * account. Reading these numbers proves the access: since June 2026, Meta's `granular_scopes` names the business
 * account for some tokens only.
 * @throws ServiceError `missing_scope` if the token is not valid, lacks a required scope, or cannot read the numbers
 * @see https://github.com/chatwoot/chatwoot/issues/14690 (read 2026-11-23)
 */
export async function checkToken(call: AppCall, target: SignupTarget): ReturnType<SignupPort['check']> {
  const login = { app: metaApp(call.app), dialect: exchangeDialect }
  const { valid, userId, scopes, expiresAt } = await inspectToken(call, login, target.token)
  if (!valid) throw new ServiceError('missing_scope', 'The business has withdrawn the access to its WhatsApp account.')
  const missing = [managementScope, messagingScope].filter((scope) => !scopes.includes(scope))
  if (missing.length > 0)
    throw new ServiceError(
      'missing_scope',
      `The token of the sign-up lacks ${missing.join(', ')}: the business declined, or the app is not approved for it.`,
    )
  return { scopes, expiresAt, grantedBy: userId, numbers: await listNumbers(call, target) }
}
