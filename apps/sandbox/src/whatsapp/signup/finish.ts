import { maySignUp } from '../app-settings.ts'
import { broughtBy } from '../businesses.ts'
import { issueCode } from '../oauth.ts'
import type { Business } from '../records.ts'
import type { State } from '../state.ts'

/** How a business ends a sign-up. */
export const NUMBER_CHOICES = ['ready', 'unverified', 'none', 'coexistence', 'coexistence-two'] as const
export type NumberChoice = (typeof NUMBER_CHOICES)[number]

/** What the page that opened the pop-up is told: the session event, and the code by another way. */
export interface SignupResult {
  event: string
  code: string | null
  data: Record<string, string>
}

/**
 * Names of the events that end a sign-up.
 * @see https://developers.facebook.com/documentation/business-messaging/whatsapp/embedded-signup/implementation (read 2026-11-20)
 * @see https://developers.facebook.com/documentation/business-messaging/whatsapp/embedded-signup/onboarding-business-app-users
 *   (read 2026-11-23)
 */
const EVENTS: Record<NumberChoice, string> = {
  ready: 'FINISH',
  unverified: 'FINISH',
  none: 'FINISH_ONLY_WABA',
  coexistence: 'FINISH_WHATSAPP_BUSINESS_APP_ONBOARDING',
  'coexistence-two': 'FINISH_WHATSAPP_BUSINESS_APP_ONBOARDING',
}

/**
 * The business with a handle; by default the first.
 * @throws RangeError for an unknown one
 */
export function businessOf({ businesses }: State, handle: string | undefined): Business {
  const all = [...businesses.values()]
  const business = handle === undefined ? all[0] : all.find((one) => one.handle === handle)
  if (business !== undefined) return business
  throw new RangeError(`as: ${all.map((one) => one.handle).join(', ')}`)
}

/** Reads the choice of a number; by default `ready`. */
export function readNumberChoice(value: unknown): NumberChoice {
  const choice = NUMBER_CHOICES.find((one) => one === (value ?? 'ready'))
  if (choice === undefined) throw new RangeError(`number: ${NUMBER_CHOICES.join(', ')}`)
  return choice
}

/** What the pop-up shows to a business that cannot use the app while it is in development. */
export class NotAvailableError extends Error {
  constructor() {
    super('Feature unavailable: this app is in development, and nobody of this business has a role in it')
  }
}

/**
 * Completes the pop-up: the business shares an account with the app.
 * @throws NotAvailableError for a business without a role in an app that is in development
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

/** Closes the pop-up before it is completed. */
export function cancelSignup(): SignupResult {
  return { event: 'CANCEL', code: null, data: { current_step: 'PHONE_NUMBER_SETUP' } }
}

/** Ends the pop-up with an error that the business reports. */
export function failSignup(state: State): SignupResult {
  const data = {
    error_message: 'Your verification session has expired.',
    error_code: '524126',
    session_id: state.secret(16),
  }
  return { event: 'ERROR', code: null, data }
}
