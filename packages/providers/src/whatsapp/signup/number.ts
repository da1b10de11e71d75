import { ServiceError } from '@carillon/errors'
import type { AppCall } from '../../call-context.ts'
import { type Fields, idOf, textOf } from '../../json.ts'
import { jsonBody } from '../../meta/graph.ts'
import { readAllPages } from '../../meta/read-pages.ts'
import type { PhoneNumber, SignupTarget } from '../../ports/signup.ts'
import { callWhatsApp, hostOf } from '../client.ts'
import type { WhatsAppCredentials } from '../credentials.ts'
import { deregisterDialect, registerDialect, stepDialect } from './errors.ts'

const numberFields =
  'id,display_phone_number,verified_name,code_verification_status,status,quality_rating,is_on_biz_app'

/**
 * The values of `status` for a registered number. Which one WhatsApp reports depends on whether the list of an account
 * or the number itself is read.
 */
const registered = ['CONNECTED', 'LINKED']

/** Quality ratings that are good or unknown. `PhoneNumber.quality` is null for them. */
const unremarkable = ['GREEN', 'UNKNOWN', 'NA']

function qualityOf(rating: unknown): string | null {
  const word = textOf(rating)
  return word === null || unremarkable.includes(word) ? null : word.toLowerCase()
}

/**
 * Converts a phone number. A number that stays in the WhatsApp Business app has already been registered by that app.
 */
function toNumber(fields: Fields): PhoneNumber {
  const isRegistered = registered.includes(textOf(fields['status']) ?? '')
  return {
    id: idOf(fields['id']) ?? '',
    displayNumber: textOf(fields['display_phone_number']),
    displayName: textOf(fields['verified_name']),
    isVerified: isRegistered || fields['code_verification_status'] === 'VERIFIED',
    isReady: isRegistered,
    isInApp: fields['is_on_biz_app'] === true,
    quality: qualityOf(fields['quality_rating']),
  }
}

/**
 * Reads the phone numbers of the business account. `isInApp`, from Graph's `is_on_biz_app`, is true for a number that
 * is also used in the WhatsApp Business app.
 * @throws ProviderError `missing_scope` if the token cannot access the business account
 * @see https://github.com/facebook/openapi (read 2026-11-20)
 * @see
 *   https://developers.facebook.com/documentation/business-messaging/whatsapp/embedded-signup/onboarding-business-app-users
 *   (read 2026-11-23)
 */
export async function listNumbers(call: AppCall, { token, businessAccountId }: SignupTarget): Promise<PhoneNumber[]> {
  const numbers = await readAllPages(call, stepDialect, {
    host: hostOf(call.app, 'graph'),
    path: `/${encodeURIComponent(businessAccountId)}/phone_numbers`,
    operation: 'numbers.list',
    access: { token, appSecret: call.app.secrets['clientSecret'] },
    query: { fields: numberFields, limit: 100 },
  })
  return numbers.map(toNumber)
}

/**
 * Reads a phone number from the list of the business account, not by its id alone: the id comes from a browser, and the
 * token may have access to other business accounts as well.
 * @throws ServiceError `missing_scope` if the business account does not have the number
 */
export async function readNumber(
  call: AppCall,
  { numberId, ...target }: SignupTarget & { numberId: string },
): Promise<PhoneNumber> {
  const found = (await listNumbers(call, target)).find(({ id }) => id === numberId)
  if (found) return found
  throw new ServiceError('missing_scope', 'The phone number does not belong to this WhatsApp account.')
}

/**
 * Registers the phone number, so that it can send messages. `pin`, six digits, becomes the PIN of the number's two-step
 * verification. Registering again with the same PIN has no effect.
 * @throws ProviderError `setup_incomplete` if the number cannot be registered yet or was registered too often;
 *   `missing_scope` if the token cannot access the number
 * @see https://github.com/facebook/openapi (read 2026-11-20)
 */
export async function registerNumber(
  call: AppCall,
  { token, numberId, pin }: SignupTarget & { numberId: string; pin: string },
): Promise<void> {
  await callWhatsApp(call, registerDialect, {
    token,
    method: 'POST',
    path: `/${encodeURIComponent(numberId)}/register`,
    operation: 'numbers.register',
    ...jsonBody({ messaging_product: 'whatsapp', pin }),
  })
}

/**
 * Deregisters the phone number of a connection and returns true. Returns false without that call if the connection has
 * no number, or if Meta would reject the call: the number is read first, and has to be listed in the business account,
 * registered, and not used in the WhatsApp Business app.
 * @throws ProviderError `missing_scope` if the token cannot access the business account; `setup_incomplete` if the
 *   number was registered or deregistered too often
 * @see
 *   https://developers.facebook.com/docs/graph-api/reference/whats-app-business-account-to-number-current-status/deregister
 *   (read 2026-11-23)
 */
export async function deregisterNumber(
  call: AppCall,
  { numberId, ...target }: Pick<WhatsAppCredentials, 'token' | 'businessAccountId' | 'numberId'>,
): Promise<boolean> {
  if (numberId === null) return false
  const number = (await listNumbers(call, target)).find(({ id }) => id === numberId)
  if (!number?.isReady || number.isInApp) return false
  await callWhatsApp(call, deregisterDialect, {
    token: target.token,
    method: 'POST',
    path: `/${encodeURIComponent(numberId)}/deregister`,
    operation: 'numbers.deregister',
  })
  return true
}
