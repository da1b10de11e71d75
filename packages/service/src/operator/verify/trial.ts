import type { AccountRow } from '@carillon/database'
import type { CallContext } from '@carillon/providers'
import { callAccount } from '../../call-account.ts'
import type { Context } from '../../context.ts'

/** The account that `verify` checks, with the dependencies of the checks. */
export interface Trial {
  context: Context
  account: AccountRow
  requestId: string
  signal: AbortSignal
}

/**
 * Runs `work`, which makes calls to the network, with the credentials of the account that is verified, and returns its
 * result. If the network rejects the access token, the token is refreshed and `work` runs once more.
 * @throws the error of `work`, or ProviderError if no credentials could be obtained
 */
export function callForTrial<T>({ context, ...call }: Trial, work: (call: CallContext) => Promise<T>): Promise<T> {
  return callAccount(context, call, work)
}
