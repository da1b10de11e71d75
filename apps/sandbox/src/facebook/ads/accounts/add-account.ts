import type { AdAccount } from '../../../meta/state/ads/records.ts'
import type { State } from '../../../meta/state/state.ts'

/**
 * Adds an ad account. By default, it is active, has no business, payment method or spend cap, and has spent nothing.
 */
export function addAdAccount(
  state: State,
  given: Pick<AdAccount, 'name' | 'currency' | 'timezoneId' | 'personIds'> & Partial<AdAccount>,
): AdAccount {
  const account: AdAccount = {
    id: `act_${state.nextId('98', 15)}`,
    status: 1,
    disableReason: 0,
    businessId: null,
    funded: false,
    amountSpent: 0,
    balance: 0,
    spendCap: 0,
    capChanges: [],
    endAdvertiser: 'NONE',
    mediaAgency: 'NONE',
    partner: 'NONE',
    dsaBeneficiary: null,
    dsaPayor: null,
    createdAt: state.now(),
    ...given,
  }
  state.ads.adAccounts.set(account.id, account)
  return account
}
