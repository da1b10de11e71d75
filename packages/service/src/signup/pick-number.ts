import { ServiceError } from '@carillon/errors'
import type { PhoneNumber, SignupClaim } from '@carillon/providers'

/** The phone number of a sign-up (null if it has none), or the numbers of which the user has to select one. */
type PickedNumber = { number: PhoneNumber | null } | { choices: PhoneNumber[] }

/**
 * Returns the phone number of a sign-up among the numbers of its business account: the number that the browser reported
 * (`numberId`). If it reported none, `number` is null if the business does not keep its number in the network's own app
 * (`staysInApp`). Otherwise it is the only number in the app or, if none is there, the only number of the account;
 * several are returned as `choices`.
 * @throws ServiceError `missing_scope` for a number of another business account; `provider_error` if a number stays in
 *   the app but the account has none
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
