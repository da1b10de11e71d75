import type { AppCall } from '../../call-context.ts'
import { idOf, objectOf } from '../../json.ts'
import { clientOf } from '../../oauth2/flow.ts'
import type { SignupPort, SignupTarget } from '../../ports/signup.ts'
import { requiredItems } from '../../required-fields.ts'
import { callWhatsApp } from '../client.ts'
import type { WhatsAppCredentials } from '../credentials.ts'
import { stepDialect } from './errors.ts'
import { deregisterNumber, readNumber, registerNumber } from './number.ts'
import { signupOutcome } from './outcome.ts'
import { signupPage } from './page.ts'
import { hasTemplate } from './template.ts'
import { checkToken, exchangeCode } from './token.ts'

/**
 * Subscribes the app to the webhook events of a business account (`POST`), or ends the subscription (`DELETE`).
 * @throws ProviderError `missing_scope` if the token cannot access the business account
 * @see https://developers.facebook.com/documentation/business-messaging/whatsapp/embedded-signup/implementation (read 2026-11-20)
 */
async function changeSubscription(
  call: AppCall,
  { token, businessAccountId }: SignupTarget,
  method: 'POST' | 'DELETE',
): Promise<void> {
  await callWhatsApp(call, stepDialect, {
    token,
    method,
    path: `/${encodeURIComponent(businessAccountId)}/subscribed_apps`,
    operation: method === 'POST' ? 'subscriptions.create' : 'subscriptions.delete',
  })
}

/**
 * Reads whether the app is subscribed to the webhook events of a business account. Only the first page of its apps is
 * read, since an account has few.
 * @see https://github.com/facebook/openapi (read 2026-11-22)
 */
async function isSubscribed(call: AppCall, { token, businessAccountId }: SignupTarget): Promise<boolean> {
  const { clientId } = clientOf(call.app)
  const apps = await callWhatsApp(call, stepDialect, {
    token,
    method: 'GET',
    path: `/${encodeURIComponent(businessAccountId)}/subscribed_apps`,
    operation: 'subscriptions.list',
  })
  return requiredItems(apps, 'data').some(
    (entry) => idOf(objectOf(entry['whatsapp_business_api_data'])['id']) === clientId,
  )
}

export const whatsappSignup: SignupPort<WhatsAppCredentials> = {
  page: signupPage,
  outcome: signupOutcome,
  exchange: exchangeCode,
  check: checkToken,
  subscribe: (call, target) => changeSubscription(call, target, 'POST'),
  readNumber,
  register: registerNumber,
  hasTemplate,
  isSubscribed,
  unsubscribe: (call, target) => changeSubscription(call, target, 'DELETE'),
  revoke: (call, credentials) => changeSubscription(call, credentials, 'DELETE'),
  deregister: deregisterNumber,
  credentials: ({ token, businessAccountId, numberId, pin }) => ({ token, businessAccountId, numberId, pin }),
}
