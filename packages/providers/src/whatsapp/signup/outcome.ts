import { idOf, stringOf } from '../../json.ts'
import type { SignupPort } from '../../ports/signup.ts'

/**
 * The event after which the number stays in the WhatsApp Business app. Meta documents it with only the id of the
 * business account.
 * @see
 *   https://developers.facebook.com/documentation/business-messaging/whatsapp/embedded-signup/onboarding-business-app-users
 *   (read 2026-11-23)
 */
const inAppEvent = 'FINISH_WHATSAPP_BUSINESS_APP_ONBOARDING'

/**
 * Events of a completed dialog: with a number, without one, and with a number that stays in the WhatsApp Business app.
 * @see https://developers.facebook.com/documentation/business-messaging/whatsapp/embedded-signup/implementation (read 2026-11-20)
 */
const finished = ['FINISH', 'FINISH_ONLY_WABA', inAppEvent]

/** Returns an id as a string if it consists of 1 to 64 digits, otherwise null. The id becomes part of URLs. */
function digits(value: unknown): string | null {
  const id = idOf(value)
  return id !== null && /^[0-9]{1,64}$/.test(id) ? id : null
}

/**
 * Interprets what the sign-up page reported about Meta's dialog: `finished` with the ids of the sign-up, `cancelled` by
 * the user, or `failed`, also if the code or the id of the business account is missing. An event `CANCEL` with an error
 * message means that the dialog failed. `numberId` is null if the dialog reported no phone number.
 */
export const signupOutcome: SignupPort['outcome'] = ({ event, code, data }) => {
  if (event === 'CANCEL' && stringOf(data['error_message']) === null) return { kind: 'cancelled' }
  if (!finished.includes(event)) return { kind: 'failed', message: 'The sign-up ended with an error at WhatsApp.' }
  const businessAccountId = digits(data['waba_id'])
  if (code === null || code === '' || businessAccountId === null) {
    return { kind: 'failed', message: 'WhatsApp did not report how the sign-up ended. Start again.' }
  }
  const numberId = digits(data['phone_number_id'])
  return { kind: 'finished', claim: { code, businessAccountId, numberId, staysInApp: event === inAppEvent } }
}
