import type { UseCase } from '../request.ts'
import { viewAccount } from './account-view.ts'

export const getAccount: UseCase<'accounts.get'> = async (_context, { account }) => {
  return { status: 200, body: viewAccount(account) }
}
