import { forgetAdAccountList } from '@carillon/database'
import { type AdAccount, supports } from '@carillon/domain'
import type { NewAdAccount } from '@carillon/providers'
import type { WriteKind } from '../journal/write-kind.ts'

/**
 * The external write that creates an ad account in a business. Ad accounts cannot be deleted, so a call whose response
 * was lost is never repeated.
 */
export const adAccountCreateKind: WriteKind<NewAdAccount, NewAdAccount, AdAccount> = {
  name: 'adAccount.create',
  words: { thing: 'ad account', done: 'created' },
  absentOutcome: 'not_created',
  whenAbsent: 'fail',
  unsentSeconds: 30,
  async port({ registry }, platform) {
    if (!supports('ads', platform)) return undefined
    return (await registry.adapter(platform)).ads.createAdAccount
  },
  input: async (_run, adAccount) => adAccount,
  providerIds: ({ id }) => [id],
  resolved: (id, { payload: { name, currency, timezoneId } }) => ({
    ...{ id, name, status: 'unknown', disableReason: null, currency, timezone: null, timezoneId },
    ...{ amountSpent: null, balance: null, spendCap: null, minDailyBudget: null, business: null },
  }),
  /** Discards the cached list of ad accounts, which may be outdated now. */
  onEnd: (tx, { context, row }) => forgetAdAccountList(tx, row.accountId, context.now()),
}
