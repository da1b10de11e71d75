import { maySignUp } from '../app-settings.ts'
import { broughtBy } from '../businesses.ts'
import { issueCode } from '../oauth.ts'
import type { Business } from '../records.ts'
import type { State } from '../state.ts'

/**
 * The choices for the phone number that a business shares in a sign-up: one that is not registered yet, with its
 * ownership verified (`ready`) or not (`unverified`); no number (`none`); one or two numbers that stay in the WhatsApp
 * Business app (`coexistence`, `coexistence-two`).
 */
export const NUMBER_CHOICES = ['ready', 'unverified', 'none', 'coexistence', 'coexistence-two'] as const
export type NumberChoice = (typeof NUMBER_CHOICES)[number]

/**
 * The result of the sign-up pop-up. The page that opened the pop-up receives `event` and `data` as a window message,
 * and `code` through the callback of `FB.login`. `code` is null if the sign-up was not completed.
 */
export interface SignupResult {
  event: string
  code: string | null
  data: Record<string, string>
}

/**
 * The names of the events that complete a sign-up, keyed by number choice.
 * @see https://developers.facebook.com/documentation/business-messaging/whatsapp/embedded-signup/implementation (read
 * 2026-11-20)
 * @see
 * https://developers.facebook.com/documentation/business-messaging/whatsapp/embedded-signup/onboarding-business-app-users
 * (read 2026-11-23)
 */
const EVENTS: Record<NumberChoice, string> = {
  ready: 'FINISH',
  unverified: 'FINISH',
  none: 'FINISH_ONLY_WABA',
  coexistence: 'FINISH_WHATSAPP_BUSINESS_APP_ONBOARDING',
  'coexistence-two': 'FINISH_WHATSAPP_BUSINESS_APP_ONBOARDING',
}

/** Returns the business with a handle, by default the first. Throws a `RangeError` for an unknown handle. */
export function businessOf({ businesses }: State, handle: string | undefined): Business {
  const all = [...businesses.values()]
  const business = handle === undefined ? all[0] : all.find((one) => one.handle === handle)
  if (business !== undefined) return business
  throw new RangeError(`as: ${all.map((one) => one.handle).join(', ')}`)
}

/** Returns the choice of phone number in a request, by default `ready`. Throws a `RangeError` for an unknown choice. */
export function readNumberChoice(value: unknown): NumberChoice {
  const choice = NUMBER_CHOICES.find((one) => one === (value ?? 'ready'))
  if (choice === undefined) throw new RangeError(`number: ${NUMBER_CHOICES.join(', ')}`)
  return choice
}

/** Thrown if a business cannot use the app while it is in development. The pop-up shows the message. */
export class NotAvailableError extends Error {
  constructor() {
    super('Feature unavailable: this app is in development, and nobody of this business has a role in it')
  }
}

/**
 * Completes the pop-up: the business `handle` (by default the first) shares a WhatsApp Business account with the app.
 * Returns a code that the app exchanges for a token, and in `data` the ids of the account, the business and the phone
 * number, if one is shared. If numbers stay in the WhatsApp Business app, `data` has only the id of the account.
 * @throws NotAvailableError for a business without a role in an app in development
 * @throws RangeError for an unknown business
 */
export function finishSignup(
  state: State,
  { handle, number }: { handle: string | undefined; number: NumberChoice },
): SignupResult {
  const business = businessOf(state, handle)
  if (!maySignUp(state.appSettings, business.handle)) throw new NotAvailableError()
  const { wabaId, numberId } = broughtBy(business, number)
  const code = issueCode(state, { businessId: business.id, wabaId })
  const event = EVENTS[number]
  if (event === EVENTS.coexistence) return { event, code, data: { waba_id: wabaId } }
  const data = {
    waba_id: wabaId,
    business_id: business.id,
    ...(numberId !== null && { phone_number_id: numberId }),
  }
  return { event, code, data }
}

/** Returns the result of a pop-up that is closed before it is completed. */
export function cancelSignup(): SignupResult {
  return { event: 'CANCEL', code: null, data: { current_step: 'PHONE_NUMBER_SETUP' } }
}

/** Returns the result of a pop-up that ends with an error: the event `ERROR`, Meta's error and a new session id. */
export function failSignup(state: State): SignupResult {
  const data = {
    error_message: 'Your verification session has expired.',
    error_code: '524126',
    session_id: state.secret(16),
  }
  return { event: 'ERROR', code: null, data }
}
