import { ServiceError } from '@carillon/errors'
import type { PhoneNumber, SignupClaim } from '@carillon/providers'

/** The number of a sign-up, null for none; or the numbers among which the user has to choose. */
export type PickedNumber = { number: PhoneNumber | null } | { choices: PhoneNumber[] }

/**
 * Picks the number of a sign-up from the numbers of its business account. A number that stays in the network's own app
 * may not have been reported: it is the only one that is in the app, or the only one of the account.
 * @throws ServiceError `missing_scope` for a number of another account; `provider_error` where a number stays in the app,
 *   but the account has none
 */
export function pickNumber(
  { numberId, staysInApp }: Pick<SignupClaim, 'numberId' | 'staysInApp'>,
  numbers: readonly PhoneNumber[],
): PickedNumber {
  if (numberId !== null) {
    const number = numbers.find(({ id }) => id === numberId)
    if (number) return { number }
    throw new ServiceError('missing_scope', 'The phone number does not belong to this business account.')
  }
  if (!staysInApp) return { number: null }
  const inApp = numbers.filter(({ isInApp }) => isInApp)
  const [number, ...more] = inApp.length > 0 ? inApp : numbers
  if (!number) {
    throw new ServiceError('provider_error', 'The business account lists no phone number yet. Start the sign-up again.')
  }
  return more.length === 0 ? { number } : { choices: [number, ...more] }
}
