import type { UseCase } from '../request.ts'
import { viewAccount } from './account-view.ts'

/** Returns the account in the path, which the binder has already read. */
export const getAccount: UseCase<'accounts.get'> = async (context, { account }) => {
  return { status: 200, body: viewAccount(context, account) }
}
