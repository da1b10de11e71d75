import type { State } from '../../../meta/state.ts'
import type { AdAccount } from '../records.ts'

/** Opens an ad account; what is left out is as in a new one. */
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
