import { viewAccount } from '../account-changes/account-view.ts'
import type { UseCase } from '../request.ts'

/** Returns the account in the path, which the binder has already read. */
export const getAccount: UseCase<'accounts.get'> = async (context, { account }) => {
  return { status: 200, body: viewAccount(context, account) }
}
