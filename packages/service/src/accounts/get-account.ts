import { viewAccount } from '../account-changes/account-view.ts'
import type { UseCase } from '../request.ts'

/** Returns the account in the path. It was read from the database with the request, so this makes no further query. */
export const getAccount: UseCase<'accounts.get'> = async (context, { account }) => {
  return { status: 200, body: viewAccount(context, account) }
}
