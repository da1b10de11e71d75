import type { AccountRow } from '@carillon/database'
import type { CallContext } from '@carillon/providers'
import { callAccount } from '../../call-account.ts'
import type { Context } from '../../context.ts'

/** Dependencies of the checks of one account. */
export interface Trial {
  context: Context
  account: AccountRow
  requestId: string
  signal: AbortSignal
}

/** Makes one or more calls on behalf of the account of a trial. */
export function callForTrial<T>({ context, ...call }: Trial, work: (call: CallContext) => Promise<T>): Promise<T> {
  return callAccount(context, call, work)
}
