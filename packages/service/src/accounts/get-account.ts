import { viewAccount } from '../account-changes/account-view.ts'
import type { UseCase } from '../request.ts'

/** Returns the account in the path, which was read when the request was bound. */
export const getAccount: UseCase<'accounts.get'> = async (context, { account }) => {
  return { status: 200, body: viewAccount(context, account) }
}
